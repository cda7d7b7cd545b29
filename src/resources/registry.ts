import type { ComponentType } from 'react'
import type { ResourceProps } from 'react-admin'
import type { Permission } from '#contract/permissions'
import { connectors } from './connectors'
import { devices } from './devices'
import { messages } from './messages'
import { spaces } from './spaces'

/** A resource as react-admin takes it, and its place in the console. */
export interface ConsoleResource extends Omit<ResourceProps, 'children'> {
  /** Where its pages live: `/{name}`, `/space/{spaceId}/{name}` or `/admin/{name}`. */
  scope: 'account' | 'space' | 'admin'
  /** What a person must be allowed to do to see it. */
  permission?: Permission
  icon: ComponentType
}

/** Every resource of the console, in the order of the menu. */
export const registry: ConsoleResource[] = [spaces, devices, messages, connectors]
