/** In place of Monaco, which needs a browser that lays out its pages. */
export { PlainSurface as default } from '../../src/components/editor/PlainSurface'
