/** Titles of the pages whose other texts load later: the menu, the search and the browser show them before. */
const titles = {
  dashboard: { title: 'Dashboard' },
  adminUsers: { title: 'Users' },
  adminDevices: { title: 'Devices' },
  sims: { title: 'SIM cards' },
  audit: { title: 'Audit log', history: 'History' },
}
export default titles
