/** Parts of notices that other rooms may use. */
export { PushDevices } from './PushDevices'
export { PushWishes } from './PushWishes'
export { SoundSwitch } from './SoundSwitch'
