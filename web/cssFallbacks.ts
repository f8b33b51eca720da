import type { Plugin } from 'vite'

/** Adds to style sheets, antd's included, what browsers at the floor need beside newer CSS. */

/** A rule with its selector and declarations; nested blocks are not rules. */
const rule = /([^{}@;]+)\{([^{}]*)\}/g
const mixed = /(--[\w-]+): ?color-mix\(in srgb, ?(.+?) \d+%, ?[^;{}]*\)(?=;|$)/g

/** Inherited by a measure of antd's Mentions; no sheet sets another value. */
const unset = /font-size-adjust: ?inherit;?/g

/** A mixed colour falls back to the first of its colours, and `scrollbar-width: none` to a hidden scroll bar. */
export function withFallbacks(css: string): string {
  return css.replaceAll(unset, '').replace(rule, (whole, selector: string, declarations: string) => {
    const mixes = [...declarations.matchAll(mixed)]
    const plain = declarations.replace(mixed, '$1:$2')
    const supported = mixes.length > 0 ? `${selector}{${mixes.map(([mix]) => mix).join(';')}}` : ''
    return [
      mixes.length > 0 ? `${selector}{${plain}}` : whole,
      supported && `@supports (color:color-mix(in srgb,red,red)){${supported}}`,
      /scrollbar-width: ?none/.test(declarations)
        ? `${selector.trim().replaceAll(/(?=,(?![^(]*\)))|$/g, '::-webkit-scrollbar')}{display:none}`
        : '',
    ].join('')
  })
}

/** For our sheets; antd's are written with them (antdStyles.ts). Before the files are named by their content. */
export const cssFallbacks: Plugin = {
  name: 'css-fallbacks',
  apply: 'build',
  enforce: 'pre',
  transform: { filter: { id: /\.css$/ }, handler: withFallbacks },
}
