/** Texts of pages whose other texts load later: the menu, the browser and other pages show these before. */
const titles = {
  profile: {
    title: 'Profile and settings',
    tabs: { profile: 'Profile', settings: 'Settings' },
    fields: {
      email: 'E-mail',
      firstname: 'First name',
      lastname: 'Last name',
      middlename: 'Middle name',
      company: 'Company',
      timezone: 'Time zone',
    },
    security: { title: 'Security' },
  },
  dashboard: { title: 'Dashboard' },
  adminUsers: { title: 'Users' },
  adminDevices: { title: 'Devices' },
  sims: { title: 'SIM cards' },
  audit: { title: 'Audit log', history: 'History' },
  confirm: { notDone: 'Not done: you did not confirm your identity' },
}
export default titles
