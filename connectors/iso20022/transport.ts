import type { Settings } from './settings.ts';

export interface Listed {
  readonly name: string;
  readonly size: number;
  readonly modified: number;
}

/** The folders shared with the bank. Every method may fail, and then may or may not have had its effect. */
export interface Transport {
  /** Writes and syncs a whole file under a temporary name in the out folder. */
  put(temporary: string, content: Uint8Array): Promise<void>;
  /** Its size in the out folder; undefined if it is not there. */
  sizeOf(name: string): Promise<number | undefined>;
  /** Gives the file its name in one step; fails if the name is taken. */
  rename(temporary: string, name: string): Promise<void>;
  /** Files of the in folder. */
  list(): Promise<Listed[]>;
  read(name: string): Promise<Buffer>;
  /** Moves a file out of the in folder. */
  move(name: string, folder: 'done' | 'aside', as: string): Promise<void>;
  close(): Promise<void>;
}

export type TransportSettings = Settings['transport'];
export type DirectorySettings = Extract<TransportSettings, { kind: 'directory' }>;
export type SftpSettings = Extract<TransportSettings, { kind: 'sftp' }>;
