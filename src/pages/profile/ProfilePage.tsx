import { lazyPart } from '../../components/lazyPart'

/** Profile and settings; loaded when it is visited. */
export default lazyPart(() => import('./Profile'))
