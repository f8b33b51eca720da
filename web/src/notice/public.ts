/** What other rooms may use of notices. */
export { PushWishes } from './PushWishes'
