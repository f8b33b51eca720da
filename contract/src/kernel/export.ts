/** Maximum number of rows in an exported workbook. */
export const exportMaxRows = 2_000
