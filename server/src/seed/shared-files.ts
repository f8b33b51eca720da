import { addDays } from '@showroom/contract/kernel/day'
import type { FileStore } from '../platform/files/files.ts'
import { writeXlsx } from '../platform/xlsx/xlsx.ts'
import { demoDealers } from './network.ts'
import type { DemoNetwork } from './network.ts'
import { paintFloor } from './pictures.ts'
import { instant } from './workday.ts'

/** Shared files of the demo's stores, uploaded by a sales manager. */

interface SharedFile {
  readonly name: string
  readonly ending: 'pdf' | 'xlsx' | 'png'
  readonly daysAgo: number
  readonly bytes: () => Uint8Array | Promise<Uint8Array>
}

const files: readonly SharedFile[] = [
  {
    name: '展厅接待流程与话术',
    ending: 'pdf',
    daysAgo: 64,
    bytes: () =>
      writePdf('展厅接待流程与话术', [
        '一、进店三分钟内问候，递上茶水，请客户自由看车。',
        '二、先问用途与用车人，再问预算，不急于报价。',
        '三、每位客户至少邀请一次试驾，试驾前核对驾驶证。',
        '四、离店前约定下次联系的时间与方式，当天记入系统。',
        '五、到店未留电话的客户，由前台补登并说明来意。',
      ]),
  },
  {
    name: '置换补贴对照表',
    ending: 'xlsx',
    daysAgo: 23,
    bytes: () =>
      writeXlsx([
        {
          name: '置换补贴',
          columns: ['旧车车龄', '旧车残值（万元）', '补贴（元）', '说明'].map((heading) => ({
            heading,
            width: 20,
          })),
          rows: [
            ['3年以内', '8以上', '8000', '同品牌另加2000'],
            ['3年以内', '8以下', '6000', '同品牌另加2000'],
            ['3至6年', '5以上', '5000', ''],
            ['3至6年', '5以下', '4000', ''],
            ['6年以上', '不限', '3000', '报废车另按当地政策'],
          ],
        },
      ]),
  },
  { name: '展车摆放图', ending: 'png', daysAgo: 9, bytes: () => paintFloor() },
  {
    name: '试驾路线与安全须知',
    ending: 'pdf',
    daysAgo: 5,
    bytes: () =>
      writePdf('试驾路线与安全须知', [
        '路线全程约6公里，含环路、坡道与一段石板路，约18分钟。',
        '试驾前：核对驾驶证，签试驾协议，讲解座椅与后视镜的调整。',
        '试驾中：陪驾坐副驾驶，雨雪天不跑环路，时速不超过限速。',
        '试驾后：当面记录客户的评价，约定下一次联系。',
      ]),
  },
]

const keyOf = (dealerId: number, index: number, { ending }: SharedFile): string =>
  `file/${dealerId}/00000000-0000-4000-8000-${String(index).padStart(12, '0')}.${ending}`

/** Rows of dealer_file; the sales manager is the uploader. */
export async function sharedFileRows(network: DemoNetwork, now: number): Promise<object[]> {
  const rows: object[] = []
  for (const [index, file] of files.entries()) {
    const { length } = await file.bytes()
    for (const { id: dealerId } of demoDealers) {
      const manager = network.members.find(({ dealer_id, role }) => dealer_id === dealerId && role === 3)
      rows.push({
        dealer_id: dealerId,
        file_name: file.name,
        file_key: keyOf(dealerId, index, file),
        file_size: length,
        member_id: manager?.id ?? 0,
        user_name: manager?.name ?? '',
        created_at: instant(addDays(now, -file.daysAgo) + (10 + index) * 3600),
      })
    }
  }
  return rows
}

/** Writes missing files. */
export async function writeDemoFiles(store: FileStore): Promise<void> {
  for (const [index, file] of files.entries()) {
    let bytes: Uint8Array | undefined
    for (const { id } of demoDealers) {
      const key = keyOf(id, index, file)
      if (await store.has(id, key)) continue
      bytes ??= await file.bytes()
      await store.write(key, bytes)
    }
  }
}

/** One A4 page (PDF 1.4, ISO 32000) with a title and lines, in the reader's own Chinese font. */
function writePdf(title: string, lines: readonly string[]): Buffer {
  const show = (text: string, size: number, y: number): string =>
    `BT /F1 ${size} Tf 64 ${y} Td <${Buffer.from(text, 'utf16le').swap16().toString('hex')}> Tj ET`
  const content = [show(title, 20, 760), ...lines.map((line, at) => show(line, 13, 716 - at * 30))].join('\n')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts [6 0 R] >>',
    `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /FontDescriptor 7 0 R /DW 1000
/CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> >>`,
    `<< /Type /FontDescriptor /FontName /STSong-Light /Flags 6 /FontBBox [-25 -254 1000 880] /ItalicAngle 0
/Ascent 880 /Descent -120 /CapHeight 880 /StemV 93 >>`,
  ]
  let text = '%PDF-1.4\n'
  const starts = objects.map((object, at) => {
    const start = text.length
    text += `${at + 1} 0 obj\n${object}\nendobj\n`
    return start
  })
  const table = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('')
  return Buffer.from(
    `${text}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>
startxref\n${text.length}\n%%EOF\n`,
    'latin1',
  )
}
