/** Texts of the QR scan. */
const messages = {
  title: 'Scan QR code',
  intro: 'Point the camera at the QR code on the device, or choose a photo of it.',
  scanned: 'Device scanned',
  close: 'Close',
  loading: 'Loading the decoder…',
  failed: 'The decoder could not be loaded. Reload the page and try again, or type the numbers in.',
  video: 'What the camera sees',
  starting: 'The camera is starting…',
  camera: 'Camera',
  cameraNumber: 'Camera %{number}',
  retry: 'Try again',
  photo: 'Choose a photo',
  photoHint: 'You can also drop or paste one here.',
  problems: {
    insecure: 'The camera works on pages that are served over HTTPS only. You can choose a photo instead.',
    denied:
      'The camera is not allowed for this page. Allow it in the settings of the browser, or choose a photo instead.',
    missing: 'No camera was found. You can choose a photo instead.',
    busy: 'The camera does not start; another program may be using it. You can choose a photo instead.',
  },
  refusals: {
    foreign:
      'This code is not that of a device: a device’s code is a link that ends with its serial number and its token.',
    noCode: 'There is no QR code in this photo. Take it closer, sharp and in good light.',
    unreadable: 'This file is no image that the browser can read.',
  },
}
export default messages
