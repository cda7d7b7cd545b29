import { useDataProvider } from 'react-admin'
import type { SpaceportDataProvider } from '.'

/** The data provider with the verbs of this console; in a space, that space's. */
export const useSpaceport = () => useDataProvider<SpaceportDataProvider>()
