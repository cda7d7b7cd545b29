import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { type Camera, listCameras, openCamera, stopCamera } from './camera'
import { type CameraProblem, problemOf } from './outcome'

type CameraState = { status: 'starting' } | { status: 'on' } | { status: 'off'; problem: CameraProblem }

const subscribe = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
const isVisible = () => !document.hidden

/** Shows a camera in the video element `video` for as long as the page is in sight. */
export function useCamera() {
  const visible = useSyncExternalStore(subscribe, isVisible)
  const video = useRef<HTMLVideoElement>(null)
  const [state, setState] = useState<CameraState>({ status: 'starting' })
  const [cameras, setCameras] = useState<readonly Camera[]>([])
  const [current, setCurrent] = useState<string | null>(null)
  // A new object, even for the same camera, opens it again.
  const [wanted, want] = useState<{ id: string | null }>({ id: null })

  useEffect(() => {
    if (!visible) return undefined
    const closing = new AbortController()
    const off = (problem: CameraProblem) => setState({ status: 'off', problem })

    const start = async () => {
      const stream = await openCamera(wanted.id)
      if (closing.signal.aborted || !video.current) return stopCamera(stream)
      closing.signal.addEventListener('abort', () => stopCamera(stream))
      const [track] = stream.getVideoTracks()
      track?.addEventListener('ended', () => off('missing'))
      video.current.srcObject = stream
      setState({ status: 'on' })
      setCurrent(track?.getSettings().deviceId ?? null)
      setCameras(await listCameras())
    }
    start().catch((error: unknown) => {
      if (!closing.signal.aborted) off(problemOf(error))
    })

    return () => {
      closing.abort()
      setState({ status: 'starting' })
    }
  }, [visible, wanted])

  return {
    video,
    state,
    cameras,
    /** Id of the camera that is shown. */
    current,
    choose: (id: string) => want({ id }),
    retry: () => want(({ id }) => ({ id })),
  }
}
