import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  cleanCode,
  cleaners,
  cleanGroups,
  cleanLine,
  cleanName,
  cleanNumber,
  cleanNumbers,
  cleanText,
  foldForSearch,
} from './clean.ts'

/** Texts full of the characters that the cleaning is about. */
const odd = fc.constantFrom(
  ...Array.from('\u202d\u202c\u202e\u200b\u200d\ufeff\u00ad\u2060\ufe0f\u3164\u2800\u{e0067}'),
  ...Array.from(
    "\u00a0\u3000\u2009 \t\n\r\u2028\0\u0085-–—\u2011−－.．·•・･‧∙(）['’＇1３08Ｌｉ王👩👨🏻❤🏴e´\u0301",
  ),
  '\r\n',
  '+86',
  '0086',
  '86',
  'tel:',
  'TEL：',
)
const mixed = fc.array(fc.oneof({ weight: 4, arbitrary: odd }, fc.string({ unit: 'binary', maxLength: 3 })), {
  maxLength: 14,
})
const anyText = mixed.map((parts) => parts.join(''))
const mobile = fc.stringMatching(/^1[3-9]\d{9}$/)

describe('the cleaning', () => {
  it.each([...cleaners, foldForSearch].map((clean) => [clean.name, clean] as const))(
    '%s is idempotent',
    (_name, clean) => {
      fc.assert(
        fc.property(anyText, (text) => {
          expect(clean(clean(text))).toBe(clean(text))
        }),
        { numRuns: 2000 },
      )
    },
  )

  it('leaves nothing invisible, except within an emoji', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const cleaned = cleanLine(text).replaceAll(
          /\p{ExtPict}(?:\p{EMod}|\u200d|\ufe0e|\ufe0f|[\u{e0020}-\u{e007f}])*/gu,
          '',
        )
        expect(cleaned).not.toMatch(/[\p{Cf}\p{Cc}\u00a0\u2028\u3164\u2800]/u)
        expect(cleanCode(text)).not.toMatch(/[\p{Cf}\p{Cc}\p{DI}\s]/u)
      }),
    )
  })

  it.each(['👩‍👩‍👧', '❤️‍🔥', '🏳️‍🌈', '👍🏽', '🧑🏿‍🚒', '1️⃣', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🇨🇳', '☎️'])('keeps the emoji %s whole', (emoji) => {
    expect(cleanLine(` 王${emoji}\u200b\u200d`)).toBe(`王${emoji}`)
    expect(cleanText(`${emoji}\n${emoji}`)).toBe(`${emoji}\n${emoji}`)
  })

  it('keeps line ends in texts and removes them from lines', () => {
    expect(cleanText(' 一\r\n二\u2028三\r四\u00a0五\0 ')).toBe('一\n二\n三\n四 五')
    expect(cleanLine('张\n三\t四\u00a0五')).toBe('张三 四 五')
  })

  it('takes blanks out of Chinese names, and leaves those of others', () => {
    for (const name of ['王\u00a0小明', ' 王 小\u2009明', '王\u3000小明\u200b'])
      expect(cleanName(name)).toBe('王小明')
    expect(cleanName('John\u00a0Smith')).toBe('John Smith')
  })

  it('reads a phone number however it is pasted', () => {
    const wrap = fc.constantFrom(
      '',
      '\u202d',
      '\u200b',
      '\ufeff',
      ' ',
      "'",
      'tel:',
      'TEL：',
      '\u202dtel:',
      '’',
    )
    const country = fc.constantFrom(
      '',
      '+86',
      '0086',
      '86',
      '(+86)',
      '（+86）',
      '+86-',
      '0086 ',
      '＋８６ ',
      '[86]',
    )
    const gap = fc.constantFrom(
      '',
      ' ',
      '-',
      '–',
      '\u2011',
      '—',
      '−',
      '－',
      '.',
      '·',
      '•',
      '\u00a0',
      '\u3000',
      '\u200b',
      ') (',
      '】',
    )
    fc.assert(
      fc.property(
        mobile,
        wrap,
        country,
        fc.array(gap, { minLength: 11, maxLength: 11 }),
        (number, before, code, gaps) => {
          const typed = `${before}${code}${Array.from(number, (digit, at) => digit + (gaps[at] ?? '')).join('')}\u202c`
          expect(cleanNumber(typed)).toBe(number)
        },
      ),
    )
  })

  it.each([
    ['00861', '00861'],
    ['+8613812345678', '13812345678'],
    ['+8513812345678', '+8513812345678'],
    ['+86', '+86'],
    ['138****5678', '138****5678'],
    ['0571–8801 2233', '057188012233'],
  ])('cleans the number %s to %s', (typed, cleaned) => {
    expect(cleanNumber(typed)).toBe(cleaned)
  })

  it('keeps hyphens, blanks and letters of further numbers', () => {
    expect(cleanNumbers("\u202d'（0571）8801–2233\u00a0ext５\u202c")).toBe('05718801-2233 ext5')
    expect(cleanNumbers('tel: +86 138 1234 5678')).toBe('138 1234 5678')
  })

  it('cleans codes', () => {
    expect(cleanCode(' 123 456')).toBe('123456')
    expect(cleanCode('\u202dＡb３\u200b–9\u202c')).toBe('Ab3-9')
    expect(cleanGroups('’110101-19900307\u2011002x')).toBe('11010119900307002X')
    expect(cleanGroups('lsv au218\u200b0n2123456')).toBe('LSVAU2180N2123456')
  })

  it.each([
    [
      '古丽米热·艾比布力',
      [
        '古丽米热•艾比布力',
        '古丽米热・艾比布力',
        '古丽米热･艾比布力',
        '古丽米热‧艾比布力',
        '古丽米热∙艾比布力',
        '古丽米热.艾比布力',
        '古丽米热．艾比布力',
        '古丽米热艾比布力',
        '古丽米热 艾比布力',
        '\u202d古丽米热\u200b艾比布力\u202c',
      ],
    ],
    ['Li', ['Ｌｉ', 'li', 'LI', 'Ｌ\u00a0ｉ']],
    ['Anna O’Neil', ["anna o'neil", 'AnnaO‘Neil', 'ＡＮＮＡ　Ｏ＇ＮＥＩＬ']],
    ['Jean-Paul', ['jean–paul', 'Jean\u2011Paul', 'jeanpaul']],
  ])('folds the spellings of %s alike', (name, spellings) => {
    for (const one of spellings) expect(foldForSearch(one), one).toBe(foldForSearch(name))
  })
})
