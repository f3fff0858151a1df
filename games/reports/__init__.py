"""The settlement report: one set of rows, from which the page, the PDF and the CSV are made."""
