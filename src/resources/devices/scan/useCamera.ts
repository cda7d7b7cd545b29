import { useEffect, useRef, useState, useSyncExternalStore } from 'react'

/** Why there is no picture from a camera. */
type CameraProblem = 'insecure' | 'denied' | 'missing' | 'busy'

const PROBLEMS: Record<string, CameraProblem> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotSupportedError: 'insecure',
}

/** Why a camera could not be opened. */
export const problemOf = (error: unknown): CameraProblem =>
  (error instanceof Error ? PROBLEMS[error.name] : undefined) ?? 'busy'

/** Opens a camera; without an id, the one that faces away from the person. Errors: those of `getUserMedia`. */
async function openCamera(id: string | null): Promise<MediaStream> {
  // Missing without HTTPS, despite its type.
  if (!('mediaDevices' in navigator)) throw new DOMException('', 'NotSupportedError')
  return navigator.mediaDevices.getUserMedia({
    audio: false,
    video: {
      ...(id === null ? { facingMode: 'environment' } : { deviceId: { exact: id } }),
      width: { ideal: 1280 },
      height: { ideal: 720 },
    },
  })
}

const stopCamera = (stream: MediaStream) => stream.getTracks().forEach((track) => track.stop())

/** Cameras of this machine; they have names once one of them was opened. */
async function listCameras(): Promise<MediaDeviceInfo[]> {
  const devices = await navigator.mediaDevices.enumerateDevices()
  return devices.filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId !== '')
}

type CameraState = { status: 'starting' } | { status: 'on' } | { status: 'off'; problem: CameraProblem }

const subscribe = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
const isVisible = () => !document.hidden

/** Shows a camera in the video element `video` while the page is visible. */
export function useCamera() {
  const visible = useSyncExternalStore(subscribe, isVisible)
  const video = useRef<HTMLVideoElement>(null)
  const [state, setState] = useState<CameraState>({ status: 'starting' })
  const [cameras, setCameras] = useState<readonly MediaDeviceInfo[]>([])
  const [current, setCurrent] = useState<string | null>(null)
  // A new object opens the camera again, even for the same id.
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
    /** Id of the shown camera. */
    current,
    choose: (id: string) => want({ id }),
    retry: () => want(({ id }) => ({ id })),
  }
}
