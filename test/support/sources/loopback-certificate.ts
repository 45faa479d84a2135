/**
 * A certificate that vouches for itself, for servers on loopback: 127.0.0.1, localhost and names like `news.test`,
 * from 2020 to 2119. Nothing but tests trusts it, and the key is no secret.
 */
export const loopbackCertificate = {
  cert: `-----BEGIN CERTIFICATE-----
MIIBezCCASGgAwIBAgIBATAKBggqhkjOPQQDAjAaMRgwFgYDVQQDDA9uaWdodGRl
c2sgdGVzdHMwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBoxGDAW
BgNVBAMMD25pZ2h0ZGVzayB0ZXN0czBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IA
BKNjh1acUjiTUEh6kCkjsVPvgGYn6pnu1EdLV3Euu4Wpyx81PR+bP/7EaCGsW/+8
aGRgPWv4YJh0HGelyBkvAK6jVjBUMCIGA1UdEQQbMBmHBH8AAAGCCWxvY2FsaG9z
dIIGKi50ZXN0MA8GA1UdEwEB/wQFMAMBAf8wHQYDVR0OBBYEFD3Y60tGpXGd41Iu
be1EkjTbjyp1MAoGCCqGSM49BAMCA0gAMEUCIGWgHAT1xG7b2mTowLFskYn5Y0u5
WrVch+MCDoxmrHquAiEA2iLvUx0yahoIAw7nxHolBQZcYlxaoKmXDO8itj5/M2g=
-----END CERTIFICATE-----
`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQghmITSmHpGOKnjWVi
+1bc+UEzaaAEUf3K4IY5ZTvSAM6hRANCAASjY4dWnFI4k1BIepApI7FT74BmJ+qZ
7tRHS1dxLruFqcsfNT0fmz/+xGghrFv/vGhkYD1r+GCYdBxnpcgZLwCu
-----END PRIVATE KEY-----
`,
};
