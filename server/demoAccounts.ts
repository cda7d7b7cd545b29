/** The accounts of the demo. Their passwords are public, so they are refused on servers that others can reach. */
export const DEMO_ACCOUNTS = [
  {
    email: 'demo@example.com',
    password: 'demo-demo',
    role: 'space admin',
    systemRole: 'user',
    firstname: 'Dana',
    lastname: 'Demo',
  },
  {
    email: 'viewer@example.com',
    password: 'viewer-demo',
    role: 'space user',
    systemRole: 'user',
    firstname: 'Vera',
    lastname: 'Viewer',
  },
  {
    email: 'admin@example.com',
    password: 'admin-admin',
    role: 'system admin',
    systemRole: 'admin',
    firstname: 'Adam',
    lastname: 'Admin',
  },
] as const

export type DemoEmail = (typeof DEMO_ACCOUNTS)[number]['email']
