export { Lateness } from './Lateness'
export { NextContact } from './NextContact'
export { UsualInterval } from './UsualInterval'
