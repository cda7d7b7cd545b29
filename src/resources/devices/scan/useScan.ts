import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { type DeviceClaim, parseDeviceLink } from '#contract/devices'
import { type Decoder, loadDecoder, pixelsOf, pixelsOfPhoto } from './decoder'

/** Why a picture is refused. */
type Refusal = 'foreign' | 'noCode' | 'unreadable'

/** The device among the codes in a picture, or why there is none. */
export function outcomeOf(texts: readonly string[]): { claim: DeviceClaim } | { refusal: Refusal } {
  for (const text of texts) {
    const claim = parseDeviceLink(text)
    if (claim) return { claim }
  }
  return { refusal: texts.length > 0 ? 'foreign' : 'noCode' }
}

/** Pause between two frames that are decoded, in milliseconds. */
const PAUSE = 100

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE))

/** The decoder, which is loaded while the component is mounted; null while it loads. */
function useDecoder() {
  const [decoder, setDecoder] = useState<Decoder | null>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    const closing = new AbortController()
    loadDecoder(closing.signal).then(setDecoder, () => setFailed(!closing.signal.aborted))
    return () => closing.abort()
  }, [])
  return { decoder, failed }
}

interface Scan {
  video: RefObject<HTMLVideoElement | null>
  /** Whether the video shows a picture. */
  isOn: boolean
  onClaim: (claim: DeviceClaim) => void
}

/** Looks for a device's code in the video continuously, and in photos. */
export function useScan({ video, isOn, onClaim }: Scan) {
  const { decoder, failed } = useDecoder()
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [reading, setReading] = useState(false)

  const take = useEffectEvent((texts: readonly string[]) => {
    if (texts.length === 0) return
    const outcome = outcomeOf(texts)
    if ('claim' in outcome) onClaim(outcome.claim)
    else setRefusal(outcome.refusal)
  })

  useEffect(() => {
    if (!decoder || !isOn) return undefined
    const stopping = new AbortController()
    const { signal } = stopping
    const watch = async () => {
      while (!signal.aborted) {
        const shown = video.current
        const image = shown && pixelsOf(shown, { width: shown.videoWidth, height: shown.videoHeight })
        const texts = image ? await decoder.decode(image) : []
        if (!signal.aborted) take(texts)
        await pause()
      }
    }
    void watch()
    return () => stopping.abort()
  }, [decoder, isOn, video])

  const readPhoto = async (file: Blob) => {
    if (!decoder) return
    setRefusal(null)
    setReading(true)
    try {
      const image = await pixelsOfPhoto(file)
      const outcome = outcomeOf(image ? await decoder.decode(image) : [])
      if ('claim' in outcome) onClaim(outcome.claim)
      else setRefusal(outcome.refusal)
    } catch {
      setRefusal('unreadable')
    } finally {
      setReading(false)
    }
  }

  return { isReady: decoder !== null, failed, reading, refusal, readPhoto }
}
