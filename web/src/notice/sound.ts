import { useSyncExternalStore } from 'react'
import { createListeners } from '../api/listeners'
import { inBrowser } from '../api/storage'

/** A sound when one's customer arrives. Off by default, and switched on for this browser alone. */

const storage = inBrowser('showroom-sound')
const listeners = createListeners()
const isOn = (): boolean => storage.read() === 'on'

const seconds = 0.4

function play(): Promise<void> {
  const audio = new AudioContext()
  const tone = audio.createOscillator()
  const volume = audio.createGain()
  const end = audio.currentTime + seconds
  tone.frequency.value = 880
  volume.gain.setValueAtTime(0.2, audio.currentTime)
  volume.gain.exponentialRampToValueAtTime(0.001, end)
  tone.connect(volume).connect(audio.destination)
  tone.start()
  tone.stop(end)
  // Without an output the tone never ends.
  return new Promise((resolve) => {
    setTimeout(() => {
      void audio.close()
      resolve()
    }, seconds * 1000)
  })
}

/** Plays the sound if it is switched on; with several windows in one of them, where the page is served by https. */
export function playArrival(): void {
  if (!isOn()) return
  if (isSecureContext)
    void navigator.locks.request('showroom-sound', { ifAvailable: true }, (lock) => lock && play())
  else void play()
}

/** Whether the sound is on, and the switch, which plays it once. */
export function useSound(): [boolean, (isOn: boolean) => void] {
  const change = (next: boolean): void => {
    if (next) storage.write('on')
    else storage.remove()
    listeners.notify()
    if (next) void play()
  }
  return [useSyncExternalStore(listeners.subscribe, isOn), change]
}
