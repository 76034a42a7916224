/** Certificates for receivers on this machine, good for a hundred years and for nothing else. */
/** The authority that signed `trusted`. */
export const authority = [
  '-----BEGIN CERTIFICATE-----',
  'MIIBijCCAS+gAwIBAgIUZ13llblRY5LmQgWz/TTWP8hQHt4wCgYIKoZIzj0EAwIw',
  'GTEXMBUGA1UEAwwOVGVzdCBhdXRob3JpdHkwIBcNMjYxMTIxMTc1NzAxWhgPMjEy',
  'NjEwMjgxNzU3MDFaMBkxFzAVBgNVBAMMDlRlc3QgYXV0aG9yaXR5MFkwEwYHKoZI',
  'zj0CAQYIKoZIzj0DAQcDQgAE8JaWxgYEQAcXp/CboPZDILwdRwmf6NjgWtV/HetQ',
  'tppujlOtRWj17v1RYuy/xfNQaDgSwn2RIIed741E3ep0AKNTMFEwHQYDVR0OBBYE',
  'FCKfoZMVc0nJpDHgHs3vRLxrmO4gMB8GA1UdIwQYMBaAFCKfoZMVc0nJpDHgHs3v',
  'RLxrmO4gMA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSQAwRgIhAK2R0zd6',
  'u/3rZWFeTak4+jEKFFjSV60GDfmUpfh93UOaAiEAwMeGuOUff4fn/N/yGAzcxUX2',
  'ZIYMcIZrRo7du6K607k=',
  '-----END CERTIFICATE-----',
].join('\n');

/** For hooks.receiver.test, signed by `authority`. */
export const trusted = [
  '-----BEGIN CERTIFICATE-----',
  'MIIBpzCCAU6gAwIBAgIUDtm68j2znVcnea78GEyE9G8yJLMwCgYIKoZIzj0EAwIw',
  'GTEXMBUGA1UEAwwOVGVzdCBhdXRob3JpdHkwIBcNMjYxMTIxMTc1NzAyWhgPMjEy',
  'NjEwMjgxNzU3MDJaMB4xHDAaBgNVBAMME2hvb2tzLnJlY2VpdmVyLnRlc3QwWTAT',
  'BgcqhkjOPQIBBggqhkjOPQMBBwNCAAR2nEZdtYzCEOoyBTdxJ4yKgKPtfjjKsxL7',
  '3obveKqovVrC5Z+O9mRCAkxJyJMWakcM1NILyh4SjklfTwi3dAcco20wazAeBgNV',
  'HREEFzAVghNob29rcy5yZWNlaXZlci50ZXN0MAkGA1UdEwQCMAAwHQYDVR0OBBYE',
  'FBdRBZed2UF5fjp9xO5YfYvcw2T5MB8GA1UdIwQYMBaAFCKfoZMVc0nJpDHgHs3v',
  'RLxrmO4gMAoGCCqGSM49BAMCA0cAMEQCIHMGOzPBDbFWabXTbpDFEkJ5c+8KTjCI',
  'mKUcmNqbmqCvAiBw9rAQOjSVTxQJ6rAxFSE/UmcrAU6mbD/2VMwhTSdXsg==',
  '-----END CERTIFICATE-----',
].join('\n');

/** For hooks.receiver.test, signed by itself. */
export const selfSigned = [
  '-----BEGIN CERTIFICATE-----',
  'MIIBsjCCAVmgAwIBAgIUArqZbkvUF7UxHHBsqIkWfmXgU58wCgYIKoZIzj0EAwIw',
  'HjEcMBoGA1UEAwwTaG9va3MucmVjZWl2ZXIudGVzdDAgFw0yNjExMjExNzU3MDJa',
  'GA8yMTI2MTAyODE3NTcwMlowHjEcMBoGA1UEAwwTaG9va3MucmVjZWl2ZXIudGVz',
  'dDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABHacRl21jMIQ6jIFN3EnjIqAo+1+',
  'OMqzEvvehu94qqi9WsLln472ZEICTEnIkxZqRwzU0gvKHhKOSV9PCLd0BxyjczBx',
  'MB0GA1UdDgQWBBQXUQWXndlBeX46fcTuWH2L3MNk+TAfBgNVHSMEGDAWgBQXUQWX',
  'ndlBeX46fcTuWH2L3MNk+TAPBgNVHRMBAf8EBTADAQH/MB4GA1UdEQQXMBWCE2hv',
  'b2tzLnJlY2VpdmVyLnRlc3QwCgYIKoZIzj0EAwIDRwAwRAIgdMS7lPA2LoLOK7u2',
  'YyXRj42+B67N6K0Ai7l60IyWeMECIEOKs9dFxJ61PJcEFZgxPy8cQIWlwjCNnMqt',
  'oKwdGGCW',
  '-----END CERTIFICATE-----',
].join('\n');

/** For localhost, an authority of its own. */
export const local = [
  '-----BEGIN CERTIFICATE-----',
  'MIIBcTCCARegAwIBAgIUQ1InGPTNX44ExoDMv3AJjbBVjnQwCgYIKoZIzj0EAwIw',
  'FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyNjIwMTc0M1oYDzIxMjYxMTAy',
  'MjAxNzQzWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO',
  'PQMBBwNCAAR2nEZdtYzCEOoyBTdxJ4yKgKPtfjjKsxL73obveKqovVrC5Z+O9mRC',
  'AkxJyJMWakcM1NILyh4SjklfTwi3dAcco0UwQzAUBgNVHREEDTALgglsb2NhbGhv',
  'c3QwDAYDVR0TBAUwAwEB/zAdBgNVHQ4EFgQUF1EFl53ZQXl+On3E7lh9i9zDZPkw',
  'CgYIKoZIzj0EAwIDSAAwRQIhAJvKIYaU905ap0X5exOHniFA0IiC9BvEnA8fDud9',
  '/xTHAiB5J8Uo2YDbRUZY9ez3n7MwErMFfiSZFq84BKuEkijptQ==',
  '-----END CERTIFICATE-----',
].join('\n');

/** The key of all. */
export const receiverKey = [
  '-----BEGIN EC PRIVATE KEY-----',
  'MHcCAQEEINOTLwUTXnsCYkmSD+Z6kfTo4+rtzX9tHPiuqKvmyNP6oAoGCCqGSM49',
  'AwEHoUQDQgAEdpxGXbWMwhDqMgU3cSeMioCj7X44yrMS+96G73iqqL1awuWfjvZk',
  'QgJMSciTFmpHDNTSC8oeEo5JX08It3QHHA==',
  '-----END EC PRIVATE KEY-----',
].join('\n');
