import type { Configuration } from 'openid-client'
import type { Sim, SimChanges } from '#contract/sims'
import type { ProviderSettings } from './config/providers'

/** An external identity provider. */
export interface Provider extends ProviderSettings {
  /** The metadata of its issuer. Errors: those of openid-client; then the next call asks again. */
  configuration: () => Promise<Configuration>
}

/** The external identity providers of this server. */
export interface Providers {
  list: () => readonly Provider[]
  find: (id: string) => Provider | undefined
}

/**
 * The system that manages the SIM cards. An id is an IMSI or an ICCID (`isSimOf`). Every verb answers the SIM, as it is
 * afterwards. Errors: `SimProviderError`.
 */
export interface SimProvider {
  read(id: string): Promise<Sim>
  update(id: string, changes: SimChanges): Promise<Sim>
  /** Transfers a SIM to this installation. One that is in it already stays as it is. */
  transfer(id: string): Promise<Sim>
}

/** The file of a backup, in a folder or in a bucket. It is there when it is complete, and can be read again and again. */
export interface BackupFile {
  /** Without its folder. */
  name: string
  /** As people call it: its path, or `s3:` and its name. */
  label: string
  /** In bytes; undefined when there is no such file. */
  size: () => Promise<number | undefined>
  read: () => AsyncIterable<Buffer>
  /**
   * Nothing is left of it when the bytes end with an error.
   * @param most about how many bytes there are, or more
   * @returns how many there were
   */
  write: (bytes: AsyncIterable<Buffer>, most: number) => Promise<number>
}

/** A backup that is there, and whose check has not failed. */
export interface Kept {
  name: string
  /** In bytes. */
  size: number
}

/** Where the server keeps its backups: a folder, or a bucket. */
export interface Shelf {
  /** For people. */
  place: string
  /** Other machines have the same. */
  isShared: boolean
  /** @throws BackupError for a name that none has here */
  file: (name: string) => BackupFile
  list: () => Promise<Kept[]>
  /** Makes it ready, and removes what killed backups have left. */
  prepare: () => Promise<void>
  /** Marks one whose check has failed. @returns what it is called now */
  setAside: (name: string) => Promise<string>
  remove: (name: string) => Promise<void>
  /** Writes a small file, reads it and removes it. @returns whether it can be removed @throws Error that says what cannot be done */
  tryOut: () => Promise<boolean>
}

/** An e-mail, ready to send. */
export interface Letter {
  id: string
  to: string
  /** The link that the person is asked to open. It may contain a token, so it never reaches a log. */
  link: string
  envelope: { from: string | false; to: string[] }
  /** As it goes to the mail server. */
  bytes: Buffer
}

/** The result of an attempt to send. */
export type Outcome =
  | {
      state: 'sent'
      /** What the mail server said. */
      answer?: string
    }
  /** It was certainly not sent. `isFinal`: another attempt would fail as well. */
  | { state: 'refused'; reason: string; isFinal: boolean }
  /** The connection broke when the mail server had the e-mail, perhaps. */
  | { state: 'unknown'; reason: string }

/** Sends an e-mail. It never throws. */
export type Transport = (letter: Letter) => Promise<Outcome>
