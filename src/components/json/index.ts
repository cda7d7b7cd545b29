export { BodyPreview } from './BodyPreview'
export { BodyView } from './BodyView'
export { formatJson, parseJson } from './document'
export { BodyFrame, MONOSPACE, PlainText } from './PlainText'
