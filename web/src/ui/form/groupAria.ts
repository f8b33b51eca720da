interface FieldAria {
  'aria-required'?: string
}

/** The attributes that a form passes to its field, without the one that a `role="group"` may not have. */
export function groupAria<Rest extends object>(rest: Rest): Omit<Rest, keyof FieldAria> {
  const { 'aria-required': _required, ...allowed } = rest as Rest & FieldAria
  return allowed
}
