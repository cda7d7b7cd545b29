/** Replaces Monaco, which needs a browser with layout. */
export { PlainSurface as default } from '../../src/components/editor/PlainSurface'
