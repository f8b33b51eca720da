import { expect, it } from 'vitest'
import { readConfig } from './config.ts'

const key = `age1${'q'.repeat(58)}`

it('takes a folder or a bucket with a prefix', () => {
  expect(readConfig({}).backup).toBeUndefined()
  expect(readConfig({ BACKUP_TO: '/backups', BACKUP_KEY: key }).backup).toEqual({
    place: { folder: '/backups' },
    key,
    days: 14,
  })
  const keys = { BACKUP_KEY: key, BACKUP_ACCESS_KEY: 'a', BACKUP_SECRET_KEY: 'b', BACKUP_DAYS: '30' }
  const bucket = readConfig({ ...keys, BACKUP_TO: 's3://kept/showroom/hz' }).backup
  expect(bucket).toMatchObject({ place: { bucket: { name: 'kept' }, prefix: 'showroom/hz/' }, days: 30 })
  expect(readConfig({ ...keys, BACKUP_TO: 's3://kept' }).backup).toMatchObject({ place: { prefix: '' } })
})

it('refuses backups without a key, and a place that is none', () => {
  expect(() => readConfig({ BACKUP_TO: '/backups' })).toThrow('BACKUP_TO needs a BACKUP_KEY')
  expect(() => readConfig({ BACKUP_TO: '/backups', BACKUP_KEY: 'secret' })).toThrow('BACKUP_KEY: must be')
  expect(() => readConfig({ BACKUP_TO: 's3://kept', BACKUP_KEY: key })).toThrow('needs BACKUP_ACCESS_KEY')
  for (const to of ['http://a/b', 's3://'])
    expect(() => readConfig({ BACKUP_TO: to, BACKUP_KEY: key })).toThrow('BACKUP_TO: ')
})

it('refuses an identity, which opens backups, except for a restore, and takes a key as it is copied', () => {
  const identity = `AGE-SECRET-KEY-1${'Q'.repeat(58)}`
  const given = { BACKUP_TO: '/backups', BACKUP_KEY: identity }
  expect(() => readConfig(given)).toThrow('BACKUP_KEY is an identity')
  expect(readConfig(given, { restores: true })).toMatchObject({ BACKUP_KEY: identity })
  for (const copied of [
    ` ${key}\r\n`,
    `\u200b${key}\u00a0`,
    `${key.slice(0, 30)}\n${key.slice(30)}`,
    `'${key}`,
  ])
    expect(readConfig({ ...given, BACKUP_KEY: copied }).backup?.key).toBe(key)
  const bucket = {
    BACKUP_TO: 's3://kept',
    BACKUP_KEY: key,
    BACKUP_ACCESS_KEY: '\u202dAK1 ',
    BACKUP_SECRET_KEY: 'a/+=\u200b',
  }
  expect(readConfig(bucket).backup).toMatchObject({
    place: { bucket: { accessKey: 'AK1', secretKey: 'a/+=' } },
  })
})
