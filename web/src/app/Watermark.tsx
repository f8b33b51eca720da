import { useIsDark } from '../frame/appearance'

const escapes: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;' }

/** One tile, as an image the browser repeats. */
function tileOf(text: string, color: string): string {
  const safe = text.replace(/[<>&]/g, (sign) => escapes[sign] ?? '')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="220"><g fill="${color}" font-size="14" font-family="PingFang SC,Microsoft YaHei,WenQuanYi Micro Hei,sans-serif" text-anchor="middle"><text x="80" y="60" transform="rotate(-20 80 60)">${safe}</text><text x="240" y="170" transform="rotate(-20 240 170)">${safe}</text></g></svg>`
  return `url("data:image/svg+xml,${encodeURIComponent(svg)}")`
}

/** Name and last four digits over everything, dialogs and print included: a picture of the screen tells whose it was. */
export function Watermark({ name, mobile }: { name: string; mobile: string }) {
  const color = useIsDark() ? 'rgb(255 255 255 / 5%)' : 'rgb(21 36 43 / 6%)'
  return (
    <div
      className="sr-watermark"
      aria-hidden
      style={{ backgroundImage: tileOf(`${name} ${mobile.slice(-4)}`, color) }}
    />
  )
}
