// How a program in C# verifies a licence. It needs .NET 8 and no package; Program.cs uses it.
// The rules are those of docs/how-to/connect-your-program.md. .NET has no Ed25519: let the product sign with ES256, the default.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using System.Text.RegularExpressions;

/// <summary>Why a text is no statement for this program.</summary>
public sealed class Refused : Exception
{
    public Refused(string why) : base(why) { }
}

/// <summary>What is compiled into the program. The sandbox's statements are refused unless Sandbox is set.</summary>
public sealed class Trust
{
    public string Issuer = "", Product = "";
    public List<JsonElement> Keys = new List<JsonElement>();
    public bool Sandbox;
}

public static class Base64Url
{
    public static string Encode(byte[] bytes) => Convert.ToBase64String(bytes).TrimEnd('=').Replace('+', '-').Replace('/', '_');

    public static byte[] Decode(string text)
    {
        try
        {
            string base64 = text.Replace('-', '+').Replace('_', '/');
            return Convert.FromBase64String(base64.PadRight((base64.Length + 3) / 4 * 4, '='));
        }
        catch (FormatException)
        {
            throw new Refused("malformed");
        }
    }

    public static string Random()
    {
        var bytes = new byte[32];
        RandomNumberGenerator.Fill(bytes);
        return Encode(bytes);
    }

    public static string Sha256(string text)
    {
        using var hash = SHA256.Create();
        return Encode(hash.ComputeHash(Encoding.UTF8.GetBytes(text)));
    }
}

public static class Statements
{
    private const long Day = 86_400;

    /// <summary>The text of a member; null if there is none or it is no text.</summary>
    public static string Text(JsonElement body, string name) =>
        body.ValueKind == JsonValueKind.Object && body.TryGetProperty(name, out var value) && value.ValueKind == JsonValueKind.String
            ? value.GetString()
            : null;

    /// <summary>The whole number of a member; null if there is none or it is no whole number.</summary>
    public static long? Whole(JsonElement body, string name) =>
        body.TryGetProperty(name, out var value) && value.ValueKind == JsonValueKind.Number && value.TryGetInt64(out var number)
            ? number
            : (long?)null;

    private static bool IsTrue(JsonElement body, string name) => body.TryGetProperty(name, out var value) && value.ValueKind == JsonValueKind.True;

    private static JsonElement Part(string part)
    {
        try
        {
            string text = new UTF8Encoding(false, true).GetString(Base64Url.Decode(part));
            using var document = JsonDocument.Parse(text);
            if (document.RootElement.ValueKind == JsonValueKind.Object) return document.RootElement.Clone();
        }
        catch (Exception fault) when (fault is JsonException || fault is ArgumentException)
        {
        }
        throw new Refused("malformed");
    }

    /// <summary>Verifies a statement and returns its claims. A name in its header chooses a key and nothing else.</summary>
    public static JsonElement Read(string token, string typ, Trust trust)
    {
        if (token.Length > 8192) throw new Refused("too-long");
        if (!Regex.IsMatch(token, @"^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\z")) throw new Refused("malformed");
        string[] parts = token.Split('.');
        try
        {
            JsonElement header = Part(parts[0]);
            if (header.TryGetProperty("crit", out _)) throw new Refused("crit");
            if (Text(header, "typ") != typ) throw new Refused("typ");
            string kid = Text(header, "kid");
            JsonElement key = trust.Keys.FirstOrDefault(one => kid != null && Text(one, "kid") == kid);
            if (Text(key, "crv") != "P-256") throw new Refused("unknown-key");
            if (Text(header, "alg") != "ES256") throw new Refused("algorithm");
            if (IsTrue(key, "sandbox") && !trust.Sandbox) throw new Refused("sandbox");
            if (!IsSigned(key, parts[0] + "." + parts[1], Base64Url.Decode(parts[2]))) throw new Refused("signature");
            JsonElement claims = Part(parts[1]);
            if (Whole(claims, "v") != 1) throw new Refused("version");
            if (Text(claims, "iss") != trust.Issuer) throw new Refused("issuer");
            if (Text(claims, "aud") != trust.Product) throw new Refused("product");
            if (IsTrue(claims, "sandbox") && !trust.Sandbox) throw new Refused("sandbox");
            return claims;
        }
        catch (InvalidOperationException)
        {
            // A text with half of a surrogate pair.
            throw new Refused("malformed");
        }
    }

    /// <summary>A JWS has r and s of 32 bytes each, which is what ECDsa reads.</summary>
    public static bool IsSigned(JsonElement jwk, string text, byte[] signature)
    {
        if (signature.Length != 64) return false;
        var point = new ECPoint { X = Base64Url.Decode(Text(jwk, "x")), Y = Base64Url.Decode(Text(jwk, "y")) };
        using var key = ECDsa.Create(new ECParameters { Curve = ECCurve.NamedCurves.nistP256, Q = point });
        return key.VerifyData(Encoding.UTF8.GetBytes(text), signature, HashAlgorithmName.SHA256);
    }

    public static JsonElement ReadLease(string token, Trust trust, string jkt)
    {
        JsonElement claims = Read(token, "licence+jwt", trust);
        if (new[] { "iat", "nbf", "renew", "exp" }.Any(name => Whole(claims, name) == null)) throw new Refused("malformed");
        if (!claims.TryGetProperty("cnf", out var cnf) || Text(cnf, "jkt") != jkt) throw new Refused("device");
        return claims;
    }

    public static JsonElement ReadRefusal(string token, Trust trust, string jkt, string request)
    {
        JsonElement claims = Read(token, "licence-refusal+jwt", trust);
        if (Whole(claims, "iat") == null || Text(claims, "reason") == null) throw new Refused("malformed");
        if (Text(claims, "jkt") != jkt) throw new Refused("device");
        if (Text(claims, "req") != request) throw new Refused("request");
        return claims;
    }

    /// <summary>The state at a time of the system, in seconds since 1970.</summary>
    public static string StateAt(JsonElement lease, long floor, long mark, long system)
    {
        long time = Math.Max(system, floor), exp = Whole(lease, "exp").Value;
        if (system < mark - Day || time < Whole(lease, "nbf")) return "clock";
        if (time >= exp) return "expired";
        return exp - time <= 3 * Day ? "renew-soon" : "licensed";
    }
}

/// <summary>
/// The key of this installation, in a file that only this user can read. On Windows prefer a key that cannot be exported: new ECDsaCng(
/// CngKey.Create(CngAlgorithm.ECDsaP256, name, new CngKeyCreationParameters { ExportPolicy = CngExportPolicies.None })).
/// </summary>
public sealed class Device
{
    private readonly ECDsa key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
    public readonly string Jwk, Jkt;

    public Device(string path)
    {
        if (File.Exists(path)) key.ImportPkcs8PrivateKey(File.ReadAllBytes(path), out _);
        else PrivateFile.Write(path, key.ExportPkcs8PrivateKey());
        ECPoint point = key.ExportParameters(false).Q;
        // The members in this order, as RFC 7638 requires for the thumbprint.
        Jwk = $@"{{""crv"":""P-256"",""kty"":""EC"",""x"":""{Base64Url.Encode(point.X)}"",""y"":""{Base64Url.Encode(point.Y)}""}}";
        Jkt = Base64Url.Sha256(Jwk);
        // Proves that the private part is there.
        string challenge = Base64Url.Random();
        using var jwk = JsonDocument.Parse(Jwk);
        if (!Statements.IsSigned(jwk.RootElement, challenge, Sign(challenge))) throw new CryptographicException("the key of this computer cannot sign");
    }

    public byte[] Sign(string text) => key.SignData(Encoding.UTF8.GetBytes(text), HashAlgorithmName.SHA256);
}

public static class PrivateFile
{
    /// <summary>
    /// Writes a file that only this user can read, and replaces an earlier one at once: a program that is killed leaves one of the two.
    /// On Windows the files of a profile are readable by its user only.
    /// </summary>
    public static void Write(string path, byte[] bytes)
    {
        string made = path + ".new";
        File.Delete(made);
        using (new FileStream(made, FileMode.CreateNew))
        {
            if (!RuntimeInformation.IsOSPlatform(OSPlatform.Windows)) chmod(made, 0b110_000_000);
        }
        File.WriteAllBytes(made, bytes);
        File.Move(made, path, true);
    }

    [DllImport("libc")]
    private static extern int chmod(string path, uint mode);
}
