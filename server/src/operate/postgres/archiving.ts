/** Settings by which PostgreSQL hands over its WAL, and takes it back. */

/** For the shell that PostgreSQL starts, which replaces `%` signs first. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`).replaceAll('%', '%%')}'`

/** Seconds after which a segment with changes is handed over although it is not full. With the way to the backup it is a minute at most. */
const archiveSeconds = 30

/** Copies each finished segment into the outbox. A copy has its name only when it is complete and on the disk. */
export const archivingTo = (outbox: string): Readonly<Record<string, string>> => {
  const target = `${quoted(outbox)}/%f`
  return {
    archive_mode: 'on',
    archive_timeout: String(archiveSeconds),
    archive_command: `dd if=%p of=${target}.part bs=1048576 conv=fsync 2>/dev/null && mv ${target}.part ${target}`,
  }
}

/** Files by which the restore command asks this process, and gets its answer. */
export const wantName = 'want'
export const gotName = 'got'

/** Asks this process for each segment by a file in the folder, and waits until it has answered. */
export const restoringFrom = (folder: string): string => {
  const [want, got] = [`${quoted(folder)}/${wantName}`, `${quoted(folder)}/${gotName}`]
  return `rm -f ${got}; echo %f > ${want}.new && mv ${want}.new ${want} && while [ -f ${want} ]; do sleep 0.02; done; mv ${got} %p 2>/dev/null`
}
