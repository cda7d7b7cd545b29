export { BodyPreview } from './BodyPreview'
export { BodyView } from './BodyView'
export { parseJson } from './document'
export { formatJson } from './format'
