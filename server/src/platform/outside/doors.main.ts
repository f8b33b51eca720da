import { ConfigError, readConfig } from '../config/config.ts'
import { offerHelp } from '../config/help.ts'
import { askDoors } from './doors.ts'

/** `npm run doors`: checks for each outside system whether it answers, with the server's environment. */

offerHelp(`Usage: npm run doors
Queries each configured outside system (database, bucket, WeCom, single sign-on, gray release, SMS, personnel, virus scanner) and prints its answer.
Reads the environment as the server does and changes nothing. Exit code 1 if one of them fails.`)

try {
  const answers = await askDoors(readConfig(process.env))
  for (const { system, state, text, ms } of answers)
    process.stdout.write(
      `${system.padEnd(15)} ${state.padEnd(9)} ${text}${state === 'not used' ? '' : `, ${ms} ms`}\n`,
    )
  if (answers.some(({ state }) => state === 'FAILS')) process.exitCode = 1
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? error.message : (error as Error).stack}\n`)
  process.exitCode = 1
}
