def sheet_of(report: object) -> dict[str, object]:
    raise NotImplementedError
