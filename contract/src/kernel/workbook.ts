/** The refusal of a file that is no workbook (.xlsx): its kind, and how to save it as one. */

export const notXlsx = '请上传xlsx格式文件!'
const saveAs = '请用Excel或WPS表格打开它，点“文件 > 另存为”，保存类型选“Excel 工作簿 (*.xlsx)”，再上传新文件'
const copy = '请把内容整理到Excel或WPS表格，另存为“Excel 工作簿 (*.xlsx)”后上传'

/** Kinds of files, by the endings of their names. */
const kinds: Readonly<Record<string, string>> = {
  csv: 'CSV文本（.csv）',
  tsv: 'TSV文本（.tsv）',
  txt: '文本文件（.txt）',
  xls: 'Excel 97-2003 工作簿（.xls）',
  xlt: 'Excel 97-2003 模板（.xlt）',
  xltx: 'Excel 模板（.xltx）',
  xlsb: 'Excel 二进制工作簿（.xlsb）',
  et: 'WPS表格（.et）',
  ods: 'OpenDocument 表格（.ods）',
  html: '网页（.html）',
  htm: '网页（.html）',
  mht: '网页存档（.mht）',
  mhtml: '网页存档（.mht）',
  xml: 'XML 表格（.xml）',
  numbers: 'Numbers 表格（.numbers）',
}
const others: Readonly<Record<string, string>> = {
  pdf: 'PDF文件',
  doc: 'Word文档',
  docx: 'Word文档',
  ppt: '演示文稿',
  pptx: '演示文稿',
  jpg: '图片',
  jpeg: '图片',
  png: '图片',
  zip: '压缩包',
  rar: '压缩包',
  '7z': '压缩包',
}

const wide = (name: string): string => Array.from(name, (one) => `${one}\0`).join('')
/** How files of these kinds begin, or what they hold, in Latin-1. */
const signs: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`^\xd0\xcf.\xe0[^]*${wide('WordDocument')}`), 'doc'],
  [new RegExp(`^\xd0\xcf.\xe0[^]*${wide('PowerPoint')}`), 'ppt'],
  [/^\xd0\xcf.\xe0/, 'xls'],
  [/^PK[^]*xl\/workbook\.bin/i, 'xlsb'],
  [/^PK[^]*xl\/workbook/i, 'xlsx'],
  [/^PK[^]*opendocument\.spreadsheet/i, 'ods'],
  [/^PK[^]*word\//i, 'docx'],
  [/^PK[^]*ppt\//i, 'pptx'],
  [/^PK[^]*\.iwa/i, 'numbers'],
  [/^PK/, 'zip'],
  [/^Rar!/, 'rar'],
  [/^%PDF/, 'pdf'],
  [/^(?:\x89PNG|\xff\xd8\xff)/, 'png'],
  [/^MIME-Version|^From:.*\n[^]*MIME-Version/i, 'mht'],
  [/^<\?xml[^]*(?:office:spreadsheet|<workbook)/i, 'xml'],
  [/^<(?:!doctype html|html|head|meta|table|style|body)|^<\?xml[^]*<html/i, 'html'],
  [/^[^\0]*\t/, 'tsv'],
  [/^[^\0]*[,;]/, 'csv'],
  [/^[^\0]+$/, 'txt'],
]
const scannedBytes = 2_000_000

function kindOf(bytes: Uint8Array | undefined): string | undefined {
  if (!bytes?.length) return undefined
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  const latin = Array.from({ length: Math.ceil(Math.min(bytes.length, scannedBytes) / 4096) }, (_, at) =>
    String.fromCharCode(...bytes.subarray(at * 4096, (at + 1) * 4096)),
  ).join('')
  const text = (
    isUtf16 ? latin.replaceAll('\0', '').slice(2) : latin.replace(/^\xef\xbb\xbf/, '')
  ).trimStart()
  return signs.find(([sign]) => sign.test(text))?.[1]
}

/** The refusal of a file that is no workbook, by its content, else by its name. */
export function notXlsxText(fileName: string, bytes?: Uint8Array): string {
  const ending = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? ''
  const format = kindOf(bytes)
  // Programs write the same bytes under several names.
  const kind = [format === 'xls' && ending === 'et' && 'et', format, ending].find(
    (one) => one && (kinds[one] ?? others[one]),
  )
  if (!kind) return notXlsx
  return `${notXlsx}该文件是${kinds[kind] ?? others[kind]}。${kinds[kind] ? saveAs : copy}`
}
