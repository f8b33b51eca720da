/** Parts of notices that other rooms may use. */
export { PushWishes } from './PushWishes'
export { SoundSwitch } from './SoundSwitch'
