/** An API key or an operator's token. */
export interface Credential {
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
}

export function isLive({ expiresAt, revokedAt }: Credential, now: Date): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt.getTime() > now.getTime());
}
