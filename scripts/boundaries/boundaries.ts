import { rooms } from './rooms.ts'

/**
 * Imports that a folder may not make, and the alternative. The regular expressions support no look-around; groups use
 * .gitignore patterns.
 */
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

/** Everything of the other rooms except their doors, as seen from the room's folder and its subfolders. */
const behindDoors = (room: string, ...doors: string[]): string[] =>
  rooms
    .filter((other) => other !== room)
    .flatMap((other) => [`../${other}`, `../../${other}`])
    .flatMap((place) => [`${place}/**`, ...doors.map((door) => `!${place}/${door}`)])

const outsideContract: Restriction = {
  regex: String.raw`^\.\./\.\./`,
  message: 'The contract imports nothing outside its floor.',
}

/** The contract's tests may import test tools. */
const contract: readonly Border[] = [
  {
    files: ['contract/src/**'],
    restrictions: [
      // Matches anything neither relative nor exactly "zod".
      { regex: '^(?:[^.z]|z(?:[^o]|o(?:[^d]|d.)))', message: 'The contract imports zod and itself only.' },
      outsideContract,
    ],
  },
  { files: ['contract/src/**/*.test.ts'], restrictions: [outsideContract] },
]

const otherFloor = (floor: string): Restriction => ({
  regex: `^@showroom/${floor}|${up}${floor}/`,
  message: `This floor never imports ${floor}; share code through the contract.`,
})

const platform: Border = {
  files: ['server/src/platform/**'],
  restrictions: [
    otherFloor('web'),
    { regex: `${up}(?:${anyRoom}|seed)/`, message: 'The platform imports no room.' },
    { regex: `${up}operate/`, message: 'The platform does not import the tools of operators.' },
    {
      regex: String.raw`${up}(?:app|main|rooms)\.ts$`,
      message: 'The platform imports neither the composition root nor the list of rooms.',
    },
  ],
}

const root: Restriction = {
  regex: String.raw`${up}(?:app\.ts|main\.ts|rooms\.ts|seed/)`,
  message: 'A room does not import the composition root or the seed.',
}

const operate: Restriction = {
  regex: `${up}operate/`,
  message: 'Rooms do not import the tools of operators; their commands (*.main.ts) may.',
}

/** Tests may start the whole server, and build another room's rows by its factory. */
const serverRooms = rooms.flatMap((room): Border[] => [
  {
    files: [`server/src/${room}/**`],
    restrictions: [
      otherFloor('web'),
      root,
      operate,
      { group: behindDoors(room, 'index.ts'), message: "A room imports another room's index.ts only." },
    ],
  },
  {
    files: [`server/src/${room}/**/*.main.ts`],
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
  message: 'The app imports the rooms, not the other way round; move shared code to frame.',
}

const api: Border = {
  files: ['web/src/api/**'],
  restrictions: [
    otherFloor('server'),
    aboveRooms,
    { regex: `${up}(?:${anyRoom}|frame|ui)/`, message: 'The typed client imports the contract only.' },
  ],
}

const frame: Border = {
  files: ['web/src/frame/**'],
  restrictions: [
    otherFloor('server'),
    aboveRooms,
    { regex: `${up}(?:${anyRoom})/`, message: 'The rooms import the frame; it imports no room.' },
  ],
}

const ui: Border = {
  files: ['web/src/ui/**'],
  restrictions: [
    otherFloor('server'),
    aboveRooms,
    {
      regex: `${up}(?:${anyRoom}|frame)/`,
      message: 'The ui folder holds components without domain words: it imports no room.',
    },
    {
      regex: `^@showroom/contract/(?:${anyRoom})/`,
      message: 'The ui folder holds components without domain words.',
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

/** Import rules (ARCHITECTURE.md): used by oxlint.config.ts, proved by canary.test.ts. */
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
