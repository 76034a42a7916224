/** Hosts that no webhook URL may have. Names that only DNS could reveal are not included. */
const hosts = [
  // IPv4 that is not public
  '0.0.0.0',
  '0.0.0.1',
  '0.255.255.255',
  '10.0.0.0',
  '10.0.0.1',
  '10.20.30.40',
  '10.255.255.255',
  '100.64.0.0',
  '100.64.0.1',
  '100.100.100.200',
  '100.127.255.255',
  '127.0.0.0',
  '127.0.0.1',
  '127.0.0.2',
  '127.1.2.3',
  '127.255.255.255',
  '169.254.0.1',
  '169.254.169.254',
  '169.254.170.2',
  '168.63.129.16',
  '169.254.255.255',
  '172.16.0.0',
  '172.16.0.1',
  '172.20.1.1',
  '172.31.255.255',
  '192.0.0.0',
  '192.0.0.8',
  '192.0.0.170',
  '192.0.0.192',
  '192.0.2.0',
  '192.0.2.1',
  '192.0.2.255',
  '192.88.99.0',
  '192.88.99.1',
  '192.168.0.0',
  '192.168.0.1',
  '192.168.1.1',
  '192.168.255.255',
  '198.18.0.0',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.1',
  '198.51.100.255',
  '203.0.113.1',
  '203.0.113.255',
  '224.0.0.0',
  '224.0.0.1',
  '224.0.0.251',
  '232.1.2.3',
  '239.255.255.250',
  '239.255.255.255',
  '240.0.0.0',
  '240.0.0.1',
  '250.1.2.3',
  '255.255.255.254',
  '255.255.255.255',
  '192.31.196.1',
  '192.52.193.1',
  '192.175.48.1',
  // Other spellings of IPv4, and text that is neither an address nor a name
  '2130706433',
  '2130706434',
  '017700000001',
  '0x7f000001',
  '0x7F000001',
  '0X7f000001',
  '127.1',
  '127.0.1',
  '127.0x1',
  '127.0.0.01',
  '0127.0.0.1',
  '0177.0.0.1',
  '0177.0.0.01',
  '0177.1',
  '0x7f.1',
  '0x7f.0.0.1',
  '0x7f.0x0.0x0.0x1',
  '0x7f.0.1',
  '127.0.0.0x1',
  '127.65535',
  '127.0.65535',
  '00000177.0.0.1',
  '0',
  '0.0',
  '00',
  '0x0',
  '0x00000000',
  '00.0.0.0',
  '1',
  '3232235521',
  '0xc0a80001',
  '0300.0250.0.1',
  '0300.0250.1',
  '192.168.1',
  '192.11010049',
  '3232235777',
  '167772161',
  '10.1',
  '012.1',
  '0xa.1',
  '0xa000001',
  '012.0.0.1',
  '2852039166',
  '0xa9fea9fe',
  '0251.0376.0251.0376',
  '169.254.43518',
  '0xa9.0xfe.0xa9.0xfe',
  '0xa9.254.0251.254',
  '169.16689662',
  '0xa83f8110',
  '2886729729',
  '0xac100001',
  '0254.020.0.1',
  '172.1048577',
  '4294967295',
  '0xffffffff',
  '255.16777215',
  '3758096385',
  '0xe0000001',
  '1681915905',
  '0x64400001',
  '3221225985',
  '3325256705',
  '127.0.0.1.',
  '10.0.0.1.',
  '2130706433.',
  '0x7f.1.',
  '127.1.',
  '0177.0.0.1.',
  '169.254.169.254.',
  '192.168.0.1.',
  '0.0.0.0.',
  '0.',
  '%31%32%37.0.0.1',
  '127%2e0%2e0%2e1',
  '%31270.0.1',
  '12%37.0.0.1',
  '127.0.0.%31',
  '169.254.169.25%34',
  '%30x7f.1',
  '%6c%6f%63%61%6c%68%6f%73%74',
  'loc%61lhost',
  '１２７.０.０.１',
  '１２７。０。０。１',
  '127．0．0．1',
  '127｡0｡0｡1',
  '①②⑦.⓪.⓪.①',
  '１６９.２５４.１６９.２５４',
  '𝟏𝟐𝟕.𝟎.𝟎.𝟏',
  '０ｘ７ｆ.１',
  '１９２.１６８.０.１',
  '𝟷𝟶.0.0.1',
  '２１３０７０６４３３',
  '127。1',
  '256.0.0.1',
  '127.0.0.1.1',
  '1.2.3.4.5',
  '127.0.0.256',
  '0x1ffffffff',
  '4294967296',
  '127.0.0.09',
  '127..1',
  '1.2.3.08',
  '09.1.1.1',
  '0xg.1',
  '99999999999',
  // IPv6 that is not public or maps to IPv4
  '[::]',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[0000:0000:0000:0000:0000:0000:0000:0001]',
  '[::0001]',
  '[0::1]',
  '[::127.0.0.1]',
  '[::7f00:1]',
  '[::10.0.0.1]',
  '[::a9fe:a9fe]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::FFFF:10.0.0.1]',
  '[::ffff:a00:1]',
  '[::ffff:169.254.169.254]',
  '[::ffff:a9fe:a9fe]',
  '[0:0:0:0:0:ffff:7f00:1]',
  '[::ffff:8.8.8.8]',
  '[::ffff:808:808]',
  '[::ffff:0:127.0.0.1]',
  '[::ffff:0:7f00:1]',
  '[::ffff:0:8.8.8.8]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b::10.0.0.1]',
  '[64:ff9b::a9fe:a9fe]',
  '[64:ff9b::8.8.8.8]',
  '[64:ff9b:1::1]',
  '[64:ff9b:1::7f00:1]',
  '[64:ff9b:1:ffff::a00:1]',
  '[2002:7f00:1::]',
  '[2002:7f00:1::1]',
  '[2002:a00:1::1]',
  '[2002:c0a8:1::1]',
  '[2002:a9fe:a9fe::1]',
  '[2002:808:808::1]',
  '[2001::1]',
  '[2001:0:7f00:1::1]',
  '[2001:0:4136:e378:8000:63bf:3fff:fdd2]',
  '[2001:0:5ef5:79fd:0:0:80ff:fffe]',
  '[fc00::]',
  '[fc00::1]',
  '[fd00::1]',
  '[fd00:ec2::254]',
  '[fd12:3456:789a:1::1]',
  '[fdff:ffff::1]',
  '[fe80::]',
  '[fe80::1]',
  '[fe80::a9fe:a9fe]',
  '[febf::1]',
  '[fec0::1]',
  '[feff::1]',
  '[ff00::1]',
  '[ff01::1]',
  '[ff02::1]',
  '[ff02::2]',
  '[ff05::2]',
  '[ff0e::1]',
  '[ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff]',
  '[2001:db8::1]',
  '[2001:db8:ffff::1]',
  '[3fff::1]',
  '[3fff:fff::1]',
  '[2001:2::1]',
  '[2001:2:0:1::1]',
  '[2001:10::1]',
  '[2001:1f::1]',
  '[2001:20::1]',
  '[2001:2f::1]',
  '[2001:30::1]',
  '[2001:3::1]',
  '[2001:4:112::1]',
  '[2620:4f:8000::1]',
  '[2001:1::1]',
  '[2001:1ff::1]',
  '[100::1]',
  '[100:0:0:1::1]',
  '[5f00::1]',
  '[4000::1]',
  '[8000::1]',
  '[e000::1]',
  '[0100::]',
  '[1::1]',
  '[::1:0:0:0:1]',
  '[fe80::1%25eth0]',
  '[fe80::1%25lo]',
  '[fe80::1%eth0]',
  '[::1%25lo]',
  '[::1%lo]',
  '[::1%251]',
  '[2606:4700::1111%25eth0]',
  '[::1',
  '[::1]]',
  '::1',
  '[127.0.0.1]',
  '[localhost]',
  '[]',
  '[::g]',
  '[1:2:3:4:5:6:7:8:9]',
  '[::ffff:127.1]',
  '[::ffff:0x7f.0.0.1]',
  '[::ffff:256.0.0.1]',
  '[:::1]',
  '[%3a%3a1]',
  // Internal names, and invalid names
  'localhost',
  'LOCALHOST',
  'LocalHost',
  'localhost.',
  'LOCALHOST.',
  'a.localhost',
  'a.b.localhost.',
  'localhost.localdomain',
  'localhost.localdomain.',
  'foo.local',
  'printer.local.',
  'foo.LOCAL',
  'db.internal',
  'metadata.google.internal',
  'metadata.google.internal.',
  'instance-data.ec2.internal',
  'host.docker.internal',
  'kubernetes.default.svc.cluster.local',
  'intranet',
  'wiki',
  'metadata',
  'kubernetes',
  'router',
  'postgres',
  'ip6-localhost',
  'ip6-loopback',
  'broadcasthost',
  'com',
  'a',
  'host.corp',
  'mail.home',
  'nas.lan',
  'fritz.home.arpa',
  'build.private',
  'wiki.intranet',
  'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ',
  'ｌｏｃａｌｈｏｓｔ',
  'localhost。',
  'loca\u00adlhost',
  'foo.ｌｏｃａｌ',
  'foo。local',
  'db.ⓘnternal',
  'ﬀ.local',
  'receiver.com.',
  'hooks.receiver.com..',
  '.receiver.com',
  'hooks..receiver.com',
  '-bad-.receiver.com',
  'bad-.receiver.com',
  'a!b.receiver.com',
  'a*b.receiver.com',
  'a$b.receiver.com',
  "a'b.receiver.com",
];

/** URLs refused for other reasons than their host; PORT is an open port on this machine. */
const whole = String.raw`
https://hooks.receiver.com:PORT/
https://hooks.receiver.com:80/
https://hooks.receiver.com:8443/
https://hooks.receiver.com:0/
https://hooks.receiver.com:65535/
https://hooks.receiver.com:65536/
https://hooks.receiver.com:-1/
https://hooks.receiver.com:443x/
https://127.0.0.1:PORT/
https://localhost:PORT/
https://[::1]:PORT/
https://2130706433:PORT/
https://0x7f.1:PORT/
https://127.1:443/
https://[::ffff:127.0.0.1]:443/
http://127.0.0.1:PORT/
http://localhost:PORT/
http://hooks.receiver.com/
http://hooks.receiver.com:443/
http://hooks.receiver.com:PORT/
https://user@hooks.receiver.com/
https://user:word@hooks.receiver.com/
https://:word@hooks.receiver.com/
https://@hooks.receiver.com/
https://:@hooks.receiver.com/
https://hooks.receiver.com@127.0.0.1/
https://hooks.receiver.com:443@127.0.0.1:PORT/
https://hooks.receiver.com%40127.0.0.1/
https://127.0.0.1:PORT\@hooks.receiver.com/
https://hooks.receiver.com\@127.0.0.1/
https://hooks.receiver.com\.127.0.0.1/
https:\\127.0.0.1\
https:\/127.0.0.1/
https:/127.0.0.1/
https:127.0.0.1
https:///127.0.0.1/
https:////127.0.0.1/
https://
https:///
https://?
https://#
https://hooks.receiver.com/#
https://hooks.receiver.com/#part
https://hooks.receiver.com#@127.0.0.1/
https://hooks.receiver.com/?#
//127.0.0.1/
//hooks.receiver.com/
127.0.0.1:PORT
hooks.receiver.com
/hooks
ftp://hooks.receiver.com/
ws://127.0.0.1:PORT/
wss://hooks.receiver.com/
file:///etc/passwd
file://127.0.0.1/etc/passwd
unix:/var/run/docker.sock
http+unix://%2Fvar%2Frun%2Fdocker.sock/
gopher://127.0.0.1:PORT/_POST
dict://127.0.0.1:PORT/
data:text/plain,hello
javascript:alert(1)
blob:https://hooks.receiver.com/1
about:blank
mailto:a@receiver.com
jar:https://127.0.0.1!/
httpss://hooks.receiver.com/
https ://hooks.receiver.com/
https//hooks.receiver.com/
https://hooks receiver.com/
https://hooks.receiver.com/a b
https://hooks.receiver.com/ü b
https://hooks.receiver.com /
https://%20127.0.0.1/
https://%00127.0.0.1/
https://127.0.0.1%00.receiver.com/
https://127.0.0.1%0d%0a.receiver.com/
https://127.0.0.1%2f.receiver.com/
https://127.0.0.1%23.receiver.com/
https://127.0.0.1%3f.receiver.com/
https://127.0.0.1%5c.receiver.com/
https://<127.0.0.1>/
https://{127.0.0.1}/
https://127.0.0.1^/
https://127.0.0.1|/
https://a"b.receiver.com/
https://a,b.receiver.com/
https://a;b.receiver.com/
https://(a).receiver.com/
https://a=b.receiver.com/
https://a+b.receiver.com/
https://a~b.receiver.com/
https://a&b.receiver.com/
`;

/** URLs with characters that only an escape can write, and long URLs. */
const odd = [
  '',
  ' ',
  ' https://hooks.receiver.com/',
  'https://hooks.receiver.com/ ',
  'https://hooks.receiver.com/\n',
  '\thttps://hooks.receiver.com/',
  'ht\ttps://127.0.0.1/',
  'https://127.0.0.1\t/',
  'https://127.\n0.0.1/',
  'https://127.0.0.1\r\nHost: hooks.receiver.com/',
  'https://hooks.receiver.com/\u0000',
  'https://hooks.receiver.com/\u0085',
  'https://hooks.receiver.com/\u2028',
  'https://hooks.receiver.com/\u00a0',
  'https://hooks.receiver.com/\u3000',
  'https://\u0000127.0.0.1/',
  'https://127.0.0.1\u0000.receiver.com/',
  `https://hooks.receiver.com/${'a'.repeat(2048)}`,
  `https://${'a'.repeat(64)}.receiver.com/`,
  `https://${'a.'.repeat(126)}receiver.com/`,
];

/** All URLs that must neither be accepted nor called. */
export function refusedUrls(port: number): string[] {
  const lines = whole.trim().split('\n');
  const byHost = hosts.map((host) => `https://${host}/`);
  return [...byHost, ...lines.map((url) => url.replace('PORT', String(port))), ...odd];
}

/** DNS answers that must not be called: one address that is not public spoils the others. */
export const refusedAnswers: readonly { name: string; addresses: readonly string[] }[] = [
  { name: 'nothing', addresses: [] },
  { name: 'this machine', addresses: ['127.0.0.1'] },
  { name: 'this machine, in IPv6', addresses: ['::1'] },
  { name: 'a public address and this machine', addresses: ['93.184.215.14', '127.0.0.1'] },
  { name: 'this machine and a public address', addresses: ['127.0.0.1', '93.184.215.14'] },
  { name: 'public IPv4 and private IPv6', addresses: ['93.184.215.14', '2606:2800:21f:cb07::1', 'fd00::1'] },
  {
    name: 'a fifth address that is private',
    addresses: ['1.1.1.1', '1.0.0.1', '8.8.8.8', '8.8.4.4', '10.0.0.1'],
  },
  { name: 'a private network', addresses: ['10.1.2.3'] },
  { name: "a cloud's own data", addresses: ['169.254.169.254'] },
  { name: "a cloud's own machine at an address that looks public", addresses: ['168.63.129.16'] },
  { name: 'a shared network', addresses: ['100.64.1.1'] },
  { name: 'IPv4 within IPv6', addresses: ['::ffff:127.0.0.1'] },
  { name: 'a public IPv4 within IPv6', addresses: ['::ffff:8.8.8.8'] },
  { name: 'a translated address', addresses: ['64:ff9b::7f00:1'] },
  { name: '6to4', addresses: ['2002:7f00:1::1'] },
  { name: 'Teredo', addresses: ['2001:0:7f00:1::1'] },
  { name: 'a link-local address of an interface', addresses: ['fe80::1%eth0'] },
  { name: 'nowhere', addresses: ['0.0.0.0'] },
  { name: 'everyone', addresses: ['255.255.255.255'] },
  { name: 'what is no address', addresses: ['localhost'] },
];
