import { applyCatalogue } from './apply.ts'
import { catalogueSheets } from './catalogue.sheets.ts'
import { runCommand } from './command.ts'

/** `npm run catalogue -- apply FILE`: imports vehicles, competitors and dictionaries into DATABASE_URL or the embedded database. */

const usage = `Usage: npm run catalogue -- template FILE.xlsx
       npm run catalogue -- apply FILE [--dry-run]
  template   writes an empty workbook that explains its columns
  apply      adds and changes the rows of the file (.xlsx, or .json with the same sheets), by codes; removes nothing
  --dry-run  checks the file and prints the changes without making them
The whole file is checked before anything is written; applying it again changes nothing.
The database is DATABASE_URL, else the embedded one of this folder, whether the server runs or not.`

await runCommand({ name: 'catalogue', usage, specs: catalogueSheets, apply: applyCatalogue })
