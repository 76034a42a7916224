import type { Command } from 'commander';
import { withExample } from './define.js';
import { baseUrlOption } from './listen.js';
import { apiKeySecret, takesSecrets } from './secret.js';

/** `mcp`: offers the tools of a running service to an agent that starts this command. */
export function mcpCommand(psp: Command): void {
  const serving = psp
    .command('mcp')
    .description('Let an agent call the tools of a running service: Model Context Protocol over stdio')
    .addOption(baseUrlOption('the service'));
  takesSecrets(serving, apiKeySecret);
  withExample(serving, 'mcp').action(async function () {
    const [{ readConfig }, { targetOf }, { relay }] = await Promise.all([
      import('../main/config.js'),
      import('../main/credentials.js'),
      import('../tools/mcp/relay.js'),
    ]);
    await relay(targetOf(readConfig().dataDir, this.opts<{ baseUrl?: string; apiKey?: string }>()));
  });
}
