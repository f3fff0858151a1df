# Every step is a line of docker/build, which also runs without a container engine (tests/server/test_image.py).
FROM python:3.11-slim-bookworm

ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 LOO_VENV=/opt/loo/venv LOO_STATIC=/opt/loo/static LOO_DATA=/data
WORKDIR /opt/loo/app

COPY docker docker
RUN docker/build system
COPY requirements.txt .
RUN docker/build packages
COPY manage.py .
COPY loo_ledger loo_ledger
COPY accounts accounts
COPY clubs clubs
COPY games games
RUN docker/build static

USER loo
VOLUME /data
EXPOSE 8000
ENTRYPOINT ["/opt/loo/app/docker/run"]
CMD ["web"]
