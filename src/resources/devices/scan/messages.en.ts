/** Texts for scanning the QR code of a device. */
const messages = {
  title: 'Scan QR code',
  intro: 'Point the camera at the QR code on the device, or choose a photo of it.',
  unknown: 'No device of this space has the serial number %{serial}.',
  scanned: 'Device scanned',
  loading: 'Loading the decoder…',
  failed:
    'The decoder could not be loaded. Reload the page and try again, or enter the serial number and the token by hand.',
  video: 'Camera picture',
  starting: 'Starting the camera…',
  camera: 'Camera',
  cameraNumber: 'Camera %{number}',
  retry: 'Try again',
  photo: 'Choose a photo',
  photoHint: 'You can also drop or paste one here.',
  problems: {
    insecure: 'The camera only works on pages served over HTTPS. You can choose a photo instead.',
    denied:
      'The camera is not allowed for this page. Allow it in the browser settings, or choose a photo instead.',
    missing: 'No camera was found. You can choose a photo instead.',
    busy: "The camera doesn't start. Another program may be using it. You can choose a photo instead.",
  },
  refusals: {
    foreign:
      'This is not a device code. A device code is a link that ends with the serial number and the token.',
    noCode: 'There is no QR code in this photo. Take a sharp photo from close up, in good light.',
    unreadable: "The browser can't read this image",
  },
}
export default messages
