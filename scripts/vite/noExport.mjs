/** Replaces react-admin's CSV writer, because the console has its own exporter (`components/export`). */
export default function noExport() {
  throw new Error('Lists are exported by components/export.')
}
