/** A camera to choose. */
export interface Camera {
  id: string
  /** Its name as the system tells it; empty where the browser keeps it to itself. */
  name: string
}

/** Opens a camera; without an id the one that looks away from the person. Errors: those of `getUserMedia`. */
export async function openCamera(id: string | null): Promise<MediaStream> {
  // Pages that are not served over HTTPS have no such devices, whatever the type says.
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

/** Lets go of a camera. */
export function stopCamera(stream: MediaStream) {
  for (const track of stream.getTracks()) track.stop()
}

/** The cameras of this machine; they have names once one of them was opened. */
export async function listCameras(): Promise<Camera[]> {
  const devices = await navigator.mediaDevices.enumerateDevices()
  return devices
    .filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId !== '')
    .map(({ deviceId, label }) => ({ id: deviceId, name: label }))
}
