/**
 * SHA-256 in lower-case hex. The browser's own exists in secure contexts only, and stores open the product over plain http
 * in their own network, so it is written out here (FIPS 180-4).
 */
const fraction = (root: number): number => Math.floor((root - Math.floor(root)) * 2 ** 32)

const primes: number[] = []
for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n)

const roundConstants = Uint32Array.from(primes, (prime) => fraction(Math.cbrt(prime)))
const initialState = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)))

export function sha256Hex(text: string): string {
  const message = padded(new TextEncoder().encode(text))
  const state = Uint32Array.from(initialState)
  for (let offset = 0; offset < message.byteLength; offset += 64) compress(state, message, offset)
  return Array.from(state, (word) => word.toString(16).padStart(8, '0')).join('')
}

/** A one bit, zeros, and the length in bits, up to a multiple of 64 bytes. */
function padded(bytes: Uint8Array): DataView {
  const length = (Math.floor((bytes.length + 8) / 64) + 1) * 64
  const all = new Uint8Array(length)
  all.set(bytes)
  all[bytes.length] = 0x80
  const view = new DataView(all.buffer)
  view.setUint32(length - 8, Math.floor(bytes.length / 2 ** 29))
  view.setUint32(length - 4, bytes.length << 3)
  return view
}

const rotate = (word: number, by: number): number => (word >>> by) | (word << (32 - by))

function compress(state: Uint32Array, message: DataView, offset: number): void {
  const schedule = new Uint32Array(64)
  const at = (index: number): number => schedule[index] ?? 0
  for (let i = 0; i < 64; i++) {
    if (i < 16) schedule[i] = message.getUint32(offset + i * 4)
    else {
      const early = at(i - 15)
      const late = at(i - 2)
      const s0 = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3)
      const s1 = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10)
      schedule[i] = at(i - 16) + s0 + at(i - 7) + s1
    }
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let i = 0; i < 64; i++) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (roundConstants[i] ?? 0) + at(i)) | 0
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0]
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) state[index] = (state[index] ?? 0) + word
}
