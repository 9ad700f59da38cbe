#!/usr/bin/env bash
# python-calamine 0.9.1 and pandas 3.1.1 read what odfpy 1.4.1 writes: an ODS whose cells hold two names one below the
# other, a tab, and a name with a box of text that lies on the cell.
# Expected (guess written before the run): each reader gives "Vana Gino" and "Cargnino Piera" on two lines, "De" and "Luca"
# apart, and "Teppa Ada" alone, as odfdo 3.27.3 does: the box lies on the cell and is not in it. Comments of a cell, which
# stand at the same place of the file, are left out by both.
# Seen: calamine leaves out the line break and the tab ("Vana GinoCargnino Piera", "DeLuca") and puts the text of the box
# before the name; pandas keeps the line break, leaves out the tab and puts the box before the name without a blank.
set -euo pipefail
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet --disable-pip-version-check python-calamine==0.9.1 odfpy==1.4.1 pandas==3.1.1 odfdo==3.27.3
cat >cells.py <<'PYTHON'
from io import BytesIO

import pandas
from odf.draw import Frame, TextBox
from odf.office import Annotation
from odf.opendocument import OpenDocumentSpreadsheet
from odf.table import Table, TableCell, TableRow
from odf.teletype import addTextToElement
from odf.text import P
from odfdo import Document
from python_calamine import CalamineWorkbook


def cell(text, *before):
    made = TableCell(valuetype="string")
    for each in before:
        made.addElement(each)
    paragraph = P()
    addTextToElement(paragraph, text)
    made.addElement(paragraph)
    return made


def box(text):
    inside, around = TextBox(), Frame(width="4cm", height="1cm")
    inside.addElement(P(text=text))
    around.addElement(inside)
    return around


def comment(text):
    made = Annotation()
    made.addElement(P(text=text))
    return made


row = TableRow()
for made in (
    cell("Vana Gino\nCargnino Piera"),
    cell("De\tLuca"),
    cell("Teppa Ada", box("pays at the door")),
    cell("Airola Anna", comment("pays at the door")),
):
    row.addElement(made)
table, book, file = Table(name="List"), OpenDocumentSpreadsheet(), BytesIO()
table.addElement(row)
book.spreadsheet.addElement(table)
book.write(file)


def begin():
    file.seek(0)
    return file


found = {
    "odfdo": [each.value for each in Document(begin()).body.tables[0].rows[0].cells],
    "calamine": CalamineWorkbook.from_filelike(begin()).get_sheet_by_index(0).to_python()[0],
    "pandas": pandas.read_excel(begin(), engine="odf", header=None).values.tolist()[0],
}
for reader, cells in found.items():
    print(f"{reader:9}", cells)
assert found == {
    "odfdo": ["Vana Gino\nCargnino Piera", "De\tLuca", "Teppa Ada", "Airola Anna"],
    "calamine": ["Vana GinoCargnino Piera", "DeLuca", "pays at the door\nTeppa Ada", "Airola Anna"],
    "pandas": ["Vana Gino\nCargnino Piera", "DeLuca", "pays at the doorTeppa Ada", "Airola Anna"],
}
PYTHON
env/bin/python cells.py
