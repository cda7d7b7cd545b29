import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { type DeviceClaim, parseDeviceLink } from '#contract/devices'
import { type Decode, loadDecoder, pixelsOf, pixelsOfPhoto } from './decoder'

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

/** Pause between two decoded frames, in milliseconds. */
const PAUSE = 100

/** The decoder, loaded on mount; null while it loads. */
function useDecoder() {
  const [decode, setDecode] = useState<Decode | null>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    const closing = new AbortController()
    loadDecoder(closing.signal).then(
      (loaded) => setDecode(() => loaded),
      () => setFailed(!closing.signal.aborted),
    )
    return () => closing.abort()
  }, [])
  return { decode, failed }
}

interface Scan {
  video: RefObject<HTMLVideoElement | null>
  /** Whether the video shows a picture. */
  isOn: boolean
  onClaim: (claim: DeviceClaim) => void
}

/** Looks for the code of a device in the video, continuously, and in photos. */
export function useScan({ video, isOn, onClaim }: Scan) {
  const { decode, failed } = useDecoder()
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [reading, setReading] = useState(false)

  const take = (texts: readonly string[]) => {
    const outcome = outcomeOf(texts)
    if ('claim' in outcome) onClaim(outcome.claim)
    else setRefusal(outcome.refusal)
  }
  const takeFrame = useEffectEvent(take)

  useEffect(() => {
    if (!decode || !isOn) return undefined
    const stopping = new AbortController()
    const { signal } = stopping
    const watch = async () => {
      while (!signal.aborted) {
        const shown = video.current
        const image = shown && pixelsOf(shown, { width: shown.videoWidth, height: shown.videoHeight })
        const texts = image ? await decode(image) : []
        if (texts.length > 0 && !signal.aborted) takeFrame(texts)
        await new Promise((resolve) => setTimeout(resolve, PAUSE))
      }
    }
    void watch()
    return () => stopping.abort()
  }, [decode, isOn, video])

  const readPhoto = async (file: Blob) => {
    if (!decode) return
    setRefusal(null)
    setReading(true)
    try {
      const image = await pixelsOfPhoto(file)
      take(image ? await decode(image) : [])
    } catch {
      setRefusal('unreadable')
    } finally {
      setReading(false)
    }
  }

  return { isReady: decode !== null, failed, reading, refusal, readPhoto }
}
