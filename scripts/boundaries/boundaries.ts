import { rooms } from './rooms.ts'

/** Imports that a folder may not make, and what to do instead. Regular expressions here know no look-around; groups are written as in .gitignore. */
type Restriction = { readonly message: string } & (
  | { readonly regex: string }
  | { readonly group: readonly string[] }
)

interface Border {
  readonly files: readonly string[]
  readonly restrictions: readonly Restriction[]
}

const anyRoom = rooms.join('|')
const up = String.raw`^(?:\.\./)+`

/** Everything of the other rooms but their doors, from the room's folder and from the folders in it. */
const behindDoors = (room: string, ...doors: string[]): string[] =>
  rooms
    .filter((other) => other !== room)
    .flatMap((other) => [`../${other}`, `../../${other}`])
    .flatMap((place) => [`${place}/**`, ...doors.map((door) => `!${place}/${door}`)])

const outsideContract: Restriction = {
  regex: String.raw`^\.\./\.\./`,
  message: 'The contract imports nothing outside its floor.',
}

/** Its tests have their tools beside it. */
const contract: readonly Border[] = [
  {
    files: ['contract/src/**'],
    restrictions: [
      // Neither relative nor exactly "zod".
      { regex: '^(?:[^.z]|z(?:[^o]|o(?:[^d]|d.)))', message: 'The contract imports zod and itself only.' },
      outsideContract,
    ],
  },
  { files: ['contract/src/**/*.test.ts'], restrictions: [outsideContract] },
]

const otherFloor = (floor: string): Restriction => ({
  regex: `^@showroom/${floor}|${up}${floor}/`,
  message: `This floor never imports ${floor}; both meet in the contract.`,
})

const platform: Border = {
  files: ['server/src/platform/**'],
  restrictions: [
    otherFloor('web'),
    { regex: `${up}(?:${anyRoom}|seed)/`, message: 'The platform knows no room.' },
    {
      regex: String.raw`${up}(?:app|main|rooms)\.ts$`,
      message: 'The platform does not know what is put together from it.',
    },
  ],
}

const root: Restriction = {
  regex: String.raw`${up}(?:app\.ts|main\.ts|rooms\.ts|seed/)`,
  message: 'A room does not import the composition root or the seed.',
}

/** Tests may start the whole server, and build another room's rows by its factory. */
const serverRooms = rooms.flatMap((room): Border[] => [
  {
    files: [`server/src/${room}/**`],
    restrictions: [
      otherFloor('web'),
      root,
      { group: behindDoors(room, 'index.ts'), message: "A room imports another room's index.ts only." },
    ],
  },
  {
    files: ['test', 'factory', 'walk'].map((kind) => `server/src/${room}/**/*.${kind}.ts`),
    restrictions: [
      otherFloor('web'),
      {
        group: behindDoors(room, 'index.ts', '*.factory.ts'),
        message: "A test imports another room's index.ts or factory.",
      },
    ],
  },
])

const aboveRooms: Restriction = {
  regex: `${up}(?:app|main$)`,
  message: 'The app is put together from the rooms, not the other way round; what they share is in frame.',
}

const api: Border = {
  files: ['web/src/api/**'],
  restrictions: [
    otherFloor('server'),
    aboveRooms,
    { regex: `${up}(?:${anyRoom}|frame|ui)/`, message: 'The typed client knows the contract only.' },
  ],
}

const frame: Border = {
  files: ['web/src/frame/**'],
  restrictions: [
    otherFloor('server'),
    aboveRooms,
    { regex: `${up}(?:${anyRoom})/`, message: 'The rooms stand in the frame; it knows none of them.' },
  ],
}

const ui: Border = {
  files: ['web/src/ui/**'],
  restrictions: [
    otherFloor('server'),
    aboveRooms,
    {
      regex: `${up}(?:${anyRoom}|frame)/`,
      message: 'The ui folder holds parts without domain words: it imports no room.',
    },
    {
      regex: `^@showroom/contract/(?:${anyRoom})/`,
      message: 'The ui folder holds parts without domain words.',
    },
  ],
}

const webRooms = rooms.map((room): Border => ({
  files: [`web/src/${room}/**`],
  restrictions: [
    otherFloor('server'),
    { group: behindDoors(room, 'public'), message: "A room imports another room's public.ts only." },
    aboveRooms,
  ],
}))

const app: Border = { files: ['web/src/app/**', 'web/src/main.tsx'], restrictions: [otherFloor('server')] }

/** Who may import what (ARCHITECTURE.md): read by oxlint.config.ts, proved by canary.test.ts. */
export const borders: readonly Border[] = [
  ...contract,
  platform,
  ...serverRooms,
  api,
  ui,
  frame,
  ...webRooms,
  app,
]
