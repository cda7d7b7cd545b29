import type { Configuration } from 'openid-client'
import type { Sim, SimChanges } from '#contract/sims'
import type { ProviderSettings } from './config/providers'

/** An external identity provider. */
export interface Provider extends ProviderSettings {
  /** Reads the metadata of its issuer. Rejects with errors of openid-client; the next call reads it again. */
  configuration: () => Promise<Configuration>
}

/** The external identity providers of this server. */
export interface Providers {
  list: () => readonly Provider[]
  find: (id: string) => Provider | undefined
}

/**
 * The system that manages the SIM cards. An id is an IMSI or an ICCID (`isSimOf`). Every method returns the SIM as it is afterwards.
 * Rejects with `SimProviderError`.
 */
export interface SimProvider {
  read(id: string): Promise<Sim>
  update(id: string, changes: SimChanges): Promise<Sim>
  /** Transfers a SIM to this installation. A SIM that is in it already stays as it is. */
  transfer(id: string): Promise<Sim>
}

/** The file of a backup, in a folder or in a bucket. It exists once it is complete, and can be read repeatedly. */
export interface BackupFile {
  /** Name without its folder. */
  name: string
  /** Its name for people: its path, or `s3:` and its name. */
  label: string
  /** Size in bytes; undefined if there is no such file. */
  size: () => Promise<number | undefined>
  read: () => AsyncIterable<Buffer>
  /**
   * Leaves nothing if the bytes end with an error.
   * @param most an upper estimate of the number of bytes
   * @returns how many there were
   */
  write: (bytes: AsyncIterable<Buffer>, most: number) => Promise<number>
}

/** A stored backup whose check has not failed. */
interface Kept {
  name: string
  /** In bytes. */
  size: number
}

/** The place of the server's backups: a folder, or a bucket. */
export interface Shelf {
  /** For people. */
  place: string
  /** Whether other machines have the same. */
  isShared: boolean
  /** @throws BackupError for a name that no backup can have here */
  file: (name: string) => BackupFile
  list: () => Promise<Kept[]>
  /** Prepares it, and removes what killed backups have left. */
  prepare: () => Promise<void>
  /** Marks a backup whose check has failed. @returns its new name */
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
  /** The message for the mail server. */
  bytes: Buffer
}

/** The result of an attempt to send. */
export type Outcome =
  | {
      state: 'sent'
      /** The answer of the mail server. */
      answer?: string
    }
  /** The e-mail was certainly not sent. `isFinal`: another attempt would fail as well. */
  | { state: 'refused'; reason: string; isFinal: boolean }
  /** The connection broke when the mail server may have had the e-mail. */
  | { state: 'unknown'; reason: string }

/** Sends an e-mail. Never rejects. */
export type Transport = (letter: Letter) => Promise<Outcome>
