import { Mobile } from '@showroom/contract/kernel/mobile'
import { systemClock } from '../../platform/clock.ts'
import { applyNetwork } from './apply.ts'
import { Wrong, runCommand } from './command.ts'
import { inviteLink, inviteMember } from './invite.ts'
import { closeStore, openStore } from './network.close.ts'
import { networkSheets } from './network.sheets.ts'

/** `npm run network -- apply FILE`: imports groups, dealers, members and lead sources into DATABASE_URL or the embedded database. */

const usage = `Usage: npm run network -- template FILE.xlsx
       npm run network -- apply FILE [--dry-run] [--leave] [--overwrite]
       npm run network -- invite MOBILE [--reset]
       npm run network -- close CODE [--successor CODE]
       npm run network -- open CODE
       npm run network -- merge --from CODE --to CODE [--dry-run]
       npm run network -- remove CODE --to FOLDER --confirm NAME [--dry-run]
  template   writes an empty workbook that explains its columns
  apply      adds and changes the rows of the file (.xlsx, or .json with the same sheets), by codes, mobiles and names;
             the secrets of new lead sources are shown once
  --dry-run  checks the file and prints each change, with old and new value, without making it
  --leave    members who are not in the file leave, at dealers with members in it. Members with customers, tasks or leads
             are refused by name: they leave in the product, which asks for a successor
  --overwrite  also writes values that were changed after a file gave them, or were never given by one; without it
             they are refused by row and column, so that an older file undoes nothing
  invite     creates a one-time link for a member's first password and sign-in, for members without SMS.
             Where the server sends no SMS, a member without an authenticator enrols one by it
  --reset    removes the member's authenticator before, whose phone and recovery codes are lost
  close      closes a store: nothing is changed or sent in it, its admins and the group's people read and export
  --successor  the open store that gets the new leads of the closed one; without it they are refused and kept
  open       opens a closed store again
  merge      gives everything of a closed store to another one of its group, under the same ids; customers and members who are
             in both become one. It needs a backup younger than an hour, as it cannot be undone; another run continues
             an interrupted one. --dry-run lists what would happen
  remove     writes everything of a store that was closed 180 days ago into a folder, as workbooks and files, and erases it.
             It needs such a backup too, and the store's name. What stays is printed
The whole file is checked before anything is written; applying it again changes nothing.
The database is DATABASE_URL, else the embedded one of this folder, whether the server runs or not.`

await runCommand({
  name: 'network',
  usage,
  specs: networkSheets,
  isNetwork: true,
  apply: (url, file, options) => applyNetwork(url, file, options, systemClock()),
  async other(url, [verb, given = ''], { say, site, serverSecret, config, options }) {
    if (verb === 'close' || verb === 'open') {
      const now = systemClock()
      const lines =
        verb === 'close'
          ? await closeStore(url, { code: given, successor: options.successor }, now)
          : await openStore(url, given, now)
      lines.forEach(say)
      return true
    }
    const command = { isDryRun: options.dryRun, config, secret: serverSecret, say }
    const { from = '', to = '', confirm = '' } = options
    if (verb === 'merge' || verb === 'remove') {
      // Only these two load the whole product.
      const { mergeByCommand, removeByCommand } = await import('./network.merge.ts')
      if (verb === 'merge') await mergeByCommand(url, { from, into: to }, command)
      else await removeByCommand(url, { code: given, name: confirm, folder: to }, command)
      return true
    }
    if (verb !== 'invite') return false
    const mobile = Mobile('').safeParse(given).data
    const codes =
      mobile &&
      (await inviteMember(url, mobile, { serverSecret, now: systemClock(), isReset: options.isReset }))
    if (!mobile || !codes) throw new Wrong('No member has this mobile.')
    say(`For ${mobile}, once and within 5 minutes:
  ${site}${inviteLink(codes)}
Without the link, on the sign-in page: 忘记密码 with the code ${codes.password}, which also signs in.`)
    if (codes.isEnrolled) say('The authenticator of this member stays in use; --reset removes it.')
    if (!site) say("With PUBLIC_URL the link is whole; without it put the product's address before it.")
    return true
  },
})
