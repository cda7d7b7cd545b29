/** In place of what react-admin's exporter writes CSV with: the console has an exporter of its own (`components/export`). */
export default function noExport() {
  throw new Error('Lists are exported by components/export.')
}
