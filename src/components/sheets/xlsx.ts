import { DAY } from '#contract/common/durations'
import { wallAt } from '../../clock/wall'
import type { CsvValue } from '../files'
import { EXCEL_ROWS, headOf, type Page, type SheetColumn, type SheetWriter } from './sheet'

/** The longest text of a cell: Excel refuses a file with a longer one. */
export const CELL_MAX = 32_767
/** The day 1 January 1970, counted as Excel does. */
const EPOCH = 25_569
/** Styles of cells, by their places in `STYLES`. */
const TIME = 1
const HEAD = 2

const HEADER = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OPEN = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const STYLES = `${HEADER}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf xfId="0"/><xf xfId="0" numFmtId="164" applyNumberFormat="1"/><xf xfId="0" fontId="1" applyFont="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Characters that XML cannot have, halves of others, and what Excel would take for an escaped one. */
const UNWRITABLE =
  // oxlint-disable-next-line no-control-regex -- these are the characters
  /[\u0000-\u0008\u000B\u000C\u000D\u000E-\u001F\uFFFE\uFFFF]|_(?=x[\dA-Fa-f]{4}_)|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g

const escaped = (character: string) =>
  `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`

/** A text in XML; a longer one than a cell can have is cut off. */
function xmlText(text: string): string {
  const cut = text.length > CELL_MAX ? `${text.slice(0, CELL_MAX - 1)}…` : text
  return cut.replaceAll(UNWRITABLE, escaped).replaceAll(/[&<>"]/g, (one) => ENTITIES[one] ?? one)
}

const textCell = (text: string, style = 0) =>
  `<c t="inlineStr"${style > 0 ? ` s="${style}"` : ''}><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`

/** A cell: texts stay texts, whatever their characters; numbers and times are real ones. */
function cellOf(value: CsvValue, { isTime = false }: SheetColumn, zone: string): string {
  if (value === null) return '<c/>'
  if (typeof value === 'number')
    return Number.isFinite(value) ? `<c><v>${value}</v></c>` : textCell(`${value}`)
  const time = isTime ? Date.parse(value) : Number.NaN
  if (Number.isNaN(time)) return textCell(value)
  return `<c s="${TIME}"><v>${Number((wallAt(time, zone) / DAY + EPOCH).toFixed(9))}</v></c>`
}

/** The parts of a file around its sheets. */
function frameOf(sheets: readonly string[]): Record<string, string> {
  const each = (part: (name: string, number: number) => string) =>
    sheets.map((name, place) => part(name, place + 1)).join('')
  return {
    '[Content_Types].xml': `${HEADER}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${OPEN}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${OPEN}.styles+xml"/>${each((_, number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${OPEN}.worksheet+xml"/>`)}</Types>`,
    '_rels/.rels': `${HEADER}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${HEADER}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${each((name, number) => `<sheet name="${name}" sheetId="${number}" r:id="rId${number}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${HEADER}<Relationships xmlns="${PACKAGE}/relationships">${each((_, number) => `<Relationship Id="rId${number}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${number}.xml"/>`)}<Relationship Id="rId${sheets.length + 1}" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': STYLES,
  }
}

/** Pages in sheets, each with as many as Excel has rows for, below a header. */
export function sheetsOf(pages: readonly Page[], most = EXCEL_ROWS - 1): (readonly Page[])[] {
  const sheets: Page[][] = [[]]
  let rows = 0
  for (const page of pages) {
    if (rows > 0 && rows + page.count > most) {
      sheets.push([])
      rows = 0
    }
    sheets.at(-1)?.push(page)
    rows += page.count
  }
  return sheets
}

/** XLSX with times in a zone, and a new sheet wherever Excel has no more rows. */
export const xlsxWriter = (zone: string): SheetWriter => ({
  extension: 'xlsx',
  mediaType: `${OPEN}.sheet`,
  rows: (columns, rows) =>
    rows
      .map(
        (row) =>
          `<row>${columns.map((column, place) => cellOf(row[place] ?? null, column, zone)).join('')}</row>`,
      )
      .join(''),
  assemble: async (columns, pages) => {
    const { zipFiles } = await import('./zipFiles')
    const widths = columns
      .map(
        ({ isTime }, place) =>
          `<col min="${place + 1}" max="${place + 1}" width="${isTime ? 20 : 16}" customWidth="1"/>`,
      )
      .join('')
    const top = `${HEADER}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths}</cols><sheetData><row>${columns.map((column) => textCell(headOf(column, zone), HEAD)).join('')}</row>`
    const sheets = sheetsOf(pages)
    return zipFiles([
      ...Object.entries(frameOf(sheets.map((_, place) => String(place + 1)))).map(
        ([name, text]) => [name, [new Blob([text])]] as const,
      ),
      ...sheets.map(
        (own, place) =>
          [
            `xl/worksheets/sheet${place + 1}.xml`,
            [new Blob([top]), ...own.map(({ content }) => content), new Blob(['</sheetData></worksheet>'])],
          ] as const,
      ),
    ])
  },
})
