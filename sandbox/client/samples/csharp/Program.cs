// A licensed program in C#. It needs .NET 8 and no package:
//   dotnet run -- vectors licence-vectors.json           checks Licence.cs against the vectors
//   dotnet run -- run SERVER ISSUER FOLDER [--sandbox]   signs in by the browser, and renews
// FOLDER holds keys.json, a copy of /licence/keys. In the program that you sell, server, issuer and keys are constants: SERVER is the
// address of the shop, ISSUER the name in its licences, which stays if the shop moves. This sample accepts these keys and learns no others.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Net;
using System.Net.Http;
using System.Net.Sockets;
using System.Runtime.InteropServices;
using System.Text;
using System.Text.Json;
using System.Threading;
using System.Threading.Tasks;

/// <summary>Request is the jti of the proof. Body has no members if the response is no JSON object, for example the page of a proxy.</summary>
public sealed class Answer
{
    public string Request;
    public bool IsSuccess;
    public JsonElement Body;

    /// <summary>The text of a member; null if there is none, or only half of a surrogate pair.</summary>
    public string Text(string name)
    {
        try
        {
            return Statements.Text(Body, name);
        }
        catch (InvalidOperationException)
        {
            return null;
        }
    }
}

/// <summary>What the program stores between its runs.</summary>
public sealed class Memory
{
    public string Lease { get; set; }
    public string Refresh { get; set; }
    public string Refusal { get; set; }
    public long Floor { get; set; }
    public long Mark { get; set; }
}

public sealed class Licence
{
    private const string Product = "analytics";

    // Uses the system's proxy. The server never redirects, so a redirect comes from a proxy.
    private static readonly HttpClient Http = new HttpClient(new HttpClientHandler { AllowAutoRedirect = false })
    {
        Timeout = TimeSpan.FromSeconds(10),
        MaxResponseContentBufferSize = 262_144,
    };

    private static readonly JsonSerializerOptions Camel = new JsonSerializerOptions { PropertyNamingPolicy = JsonNamingPolicy.CamelCase };

    private readonly string server, folder;
    private readonly Trust trust;
    private Device device;
    private Memory memory;
    private string nonce;

    public Licence(string server, string issuer, string folder, bool sandbox)
    {
        this.server = server;
        this.folder = folder;
        trust = new Trust { Issuer = issuer, Product = Product, Keys = Json(File.ReadAllText(PathOf("keys.json"))).GetProperty("keys").EnumerateArray().ToList(), Sandbox = sandbox };
        device = new Device(PathOf("key"));
        memory = Stored();
    }

    private string PathOf(string name) => Path.Combine(folder, name);

    private static JsonElement Json(string text)
    {
        using var document = JsonDocument.Parse(text);
        return document.RootElement.Clone();
    }

    private static long Now() => DateTimeOffset.UtcNow.ToUnixTimeSeconds();

    private Memory Stored()
    {
        try
        {
            return JsonSerializer.Deserialize<Memory>(File.ReadAllText(PathOf("licence.json")), Camel) ?? new Memory();
        }
        catch (Exception fault) when (fault is FileNotFoundException || fault is JsonException)
        {
            return new Memory();
        }
    }

    private void Save() => PrivateFile.Write(PathOf("licence.json"), JsonSerializer.SerializeToUtf8Bytes(memory, Camel));

    /// <summary>Whether the program has a sign-in that it can renew.</summary>
    public bool IsSignedIn => memory.Refresh != null;

    /// <summary>The lease that is stored; null if there is none for this computer.</summary>
    public JsonElement? Lease()
    {
        try
        {
            return memory.Lease == null ? (JsonElement?)null : Statements.ReadLease(memory.Lease, trust, device.Jkt);
        }
        catch (Refused)
        {
            return null;
        }
    }

    /// <summary>Reads the disk and the clock. Never uses the network.</summary>
    public string State()
    {
        if (memory.Refusal != null) return "refused: " + memory.Refusal;
        if (!(Lease() is JsonElement lease)) return "none";
        string state = Statements.StateAt(lease, memory.Floor, memory.Mark, Now());
        memory.Mark = Math.Max(memory.Mark, Math.Min(Now(), Statements.Whole(lease, "exp").Value));
        Save();
        return state;
    }

    /// <summary>Posts a form with a proof of the device's key (RFC 9449). Without a connection the answer has no members.</summary>
    private async Task<Answer> PostOnce(string url, Dictionary<string, string> form)
    {
        var answer = new Answer { Request = Base64Url.Random(), Body = Json("{}") };
        var claims = new Dictionary<string, object> { ["jti"] = answer.Request, ["htm"] = "POST", ["htu"] = url, ["iat"] = Now() };
        if (nonce != null) claims["nonce"] = nonce;
        string header = $@"{{""alg"":""ES256"",""typ"":""dpop+jwt"",""jwk"":{device.Jwk}}}";
        string input = Base64Url.Encode(Encoding.UTF8.GetBytes(header)) + "." + Base64Url.Encode(JsonSerializer.SerializeToUtf8Bytes(claims));
        using var request = new HttpRequestMessage(HttpMethod.Post, url) { Content = new FormUrlEncodedContent(form) };
        request.Headers.Add("DPoP", input + "." + Base64Url.Encode(device.Sign(input)));
        try
        {
            using HttpResponseMessage response = await Http.SendAsync(request);
            if (response.Headers.TryGetValues("DPoP-Nonce", out var values)) nonce = values.First();
            // Not ReadAsStringAsync, which throws if the response names a charset that it does not know.
            JsonElement body = Json(Encoding.UTF8.GetString(await response.Content.ReadAsByteArrayAsync()));
            if (body.ValueKind == JsonValueKind.Object) answer.Body = body;
            answer.IsSuccess = response.StatusCode == HttpStatusCode.OK;
        }
        catch (Exception fault) when (fault is HttpRequestException || fault is OperationCanceledException || fault is JsonException)
        {
            // No connection, or something between program and server that answers with a page of its own.
        }
        return answer;
    }

    private async Task<Answer> Post(string url, Dictionary<string, string> form)
    {
        Answer answer = await PostOnce(url, form);
        return answer.Text("error") == "use_dpop_nonce" ? await PostOnce(url, form) : answer;
    }

    /// <summary>Stores only those parts of a response that are signed for this program. Returns whether there are any.</summary>
    private bool Receive(Answer answer)
    {
        try
        {
            if (answer.Text("licence") is string token && answer.Text("refresh_token") is string refresh) return ReceiveLease(token, refresh);
            if (!(answer.Text("licence_refusal") is string refusal)) return false;
            ReceiveRefusal(Statements.ReadRefusal(refusal, trust, device.Jkt, answer.Request));
            return true;
        }
        catch (Refused)
        {
            return false;
        }
    }

    private bool ReceiveLease(string token, string refresh)
    {
        JsonElement lease = Statements.ReadLease(token, trust, device.Jkt);
        long issued = Statements.Whole(lease, "iat").Value, mark = Math.Min(Now(), Statements.Whole(lease, "exp").Value);
        // An older lease may be a response that a proxy replays. The clocks of two servers may differ a little.
        if (issued < memory.Floor - 300) return false;
        // Only the newest lease proves the time; two renewals within one second have the same `iat`.
        long? earlier = Lease() is JsonElement stored ? Statements.Whole(stored, "seq") : 0;
        bool isNewest = issued > memory.Floor || Statements.Whole(lease, "seq") > earlier;
        memory = new Memory { Lease = token, Refresh = refresh, Floor = Math.Max(memory.Floor, issued), Mark = isNewest ? mark : Math.Max(memory.Mark, mark) };
        Save();
        return true;
    }

    private void ReceiveRefusal(JsonElement refusal)
    {
        string reason = memory.Refusal = Statements.Text(refusal, "reason");
        memory.Floor = Math.Max(memory.Floor, Statements.Whole(refusal, "iat").Value);
        memory.Mark = Now();
        // These three need a new sign-in. After a payment or an approval the token gives a lease again.
        if (reason == "copied" || reason == "signed_out" || reason == "unknown_device") memory.Refresh = null;
        Save();
        if (reason != "copied") return;
        // Another disk has the same key: the program makes a new one.
        File.Delete(PathOf("key"));
        device = new Device(PathOf("key"));
    }

    /// <summary>Requests the next lease. At each start, and daily in a program that runs on: a refusal must not come late.</summary>
    public async Task Renew()
    {
        if (!IsSignedIn) return;
        string address = Lease() is JsonElement lease ? Statements.Text(lease, "base") ?? server : server;
        var form = new Dictionary<string, string> { ["grant_type"] = "refresh_token", ["client_id"] = Product, ["refresh_token"] = memory.Refresh };
        // After a move of the shop, the newer address is that of the lease or that of a newer version of the program.
        if (!Receive(await Post(address + "/licence/token", form)) && address != server) Receive(await Post(server + "/licence/token", form));
    }

    /// <summary>Signs in by the browser (RFC 8252), with PKCE. Returns the error; null if it succeeds.</summary>
    public async Task<string> SignIn()
    {
        string verifier = Base64Url.Random(), state = Base64Url.Random();
        var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        try
        {
            string redirect = $"http://127.0.0.1:{((IPEndPoint)listener.LocalEndpoint).Port}/callback";
            var query = new Dictionary<string, string>
            {
                ["response_type"] = "code", ["client_id"] = Product, ["redirect_uri"] = redirect, ["state"] = state, ["scope"] = "licence",
                ["code_challenge"] = Base64Url.Sha256(verifier), ["code_challenge_method"] = "S256", ["dpop_jkt"] = device.Jkt,
                ["device_name"] = Environment.MachineName, ["device_system"] = RuntimeInformation.OSDescription, ["device_version"] = "1.0.0",
            };
            // A program with a window opens it: Process.Start(new ProcessStartInfo(address) { UseShellExecute = true })
            Console.WriteLine($"Open {server}/licence/authorize?" + string.Join("&", query.Select(pair => pair.Key + "=" + Uri.EscapeDataString(pair.Value))));
            Dictionary<string, string> back = await FromBrowser(listener, state);
            // A code from another server must not be exchanged here (RFC 9207). The issuer of leases may be an earlier address.
            if (back.GetValueOrDefault("iss") != server + "/licence") return "the answer is from another server";
            if (!back.TryGetValue("code", out var code)) return back.GetValueOrDefault("error") ?? "no code";
            Answer answer = await Post(server + "/licence/token", new Dictionary<string, string> { ["grant_type"] = "authorization_code", ["client_id"] = Product, ["code"] = code, ["redirect_uri"] = redirect, ["code_verifier"] = verifier });
            if (!answer.IsSuccess) return answer.Text("error") ?? "no response";
            Receive(answer);
            return null;
        }
        finally
        {
            listener.Stop();
        }
    }

    /// <summary>The parameters that the browser brings. A request without the state belongs to another sign-in and is ignored.</summary>
    private static async Task<Dictionary<string, string>> FromBrowser(TcpListener listener, string state)
    {
        for (;;)
        {
            using TcpClient browser = await listener.AcceptTcpClientAsync();
            // Browsers also connect without a request.
            browser.GetStream().ReadTimeout = 2000;
            var given = new Dictionary<string, string>();
            try
            {
                using var reader = new StreamReader(browser.GetStream());
                string[] words = (reader.ReadLine() ?? "").Split(' ');
                while (!string.IsNullOrEmpty(reader.ReadLine())) { }
                if (words.Length == 3 && words[1].StartsWith("/callback?"))
                    foreach (string pair in words[1].Substring("/callback?".Length).Split('&'))
                        given[pair.Split('=')[0]] = Uri.UnescapeDataString(pair.Substring(pair.IndexOf('=') + 1).Replace('+', ' '));
                bool isOurs = given.GetValueOrDefault("state") == state;
                string page = isOurs ? "You can close this page and return to the program." : "Not found";
                string head = $"HTTP/1.1 {(isOurs ? "200 OK" : "404 Not Found")}\r\nContent-Type: text/plain\r\nContent-Length: {page.Length}\r\nConnection: close\r\n\r\n";
                await browser.GetStream().WriteAsync(Encoding.ASCII.GetBytes(head + page));
                if (isOurs) return given;
            }
            catch (IOException)
            {
            }
        }
    }
}

public static class Program
{
    private static async Task<int> Run(string server, string issuer, string folder, bool sandbox)
    {
        using FileStream one = Lock(Path.Combine(folder, "lock"));
        var licence = new Licence(server, issuer, folder, sandbox);
        await licence.Renew();
        if (!licence.IsSignedIn && await licence.SignIn() is string error)
        {
            Console.Error.WriteLine("The sign-in failed: " + error);
            return 1;
        }
        string state = licence.State();
        if (state != "licensed" && state != "renew-soon")
        {
            Console.WriteLine("Not licensed: " + state);
            return 1;
        }
        JsonElement lease = licence.Lease().Value;
        Console.WriteLine($"Licensed to {Statements.Text(lease, "to") ?? "you"}, {Statements.Text(lease.GetProperty("lic"), "plan")} ({state})");
        return 0;
    }

    /// <summary>One process at a time renews.</summary>
    private static FileStream Lock(string path)
    {
        for (;;)
        {
            try
            {
                return new FileStream(path, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None);
            }
            catch (IOException) when (File.Exists(path))
            {
                Thread.Sleep(100);
            }
        }
    }

    /// <summary>Prints each vector that comes out otherwise, and returns how many.</summary>
    private static int Check(string file)
    {
        using var document = JsonDocument.Parse(File.ReadAllText(file));
        JsonElement data = document.RootElement, allKeys = data.GetProperty("keys");
        string jkt = Statements.Text(data, "jkt");
        int right = 0, all = 0;
        foreach (JsonElement vector in data.GetProperty("vectors").EnumerateArray())
        {
            string name = Statements.Text(vector, "name");
            List<JsonElement> keys = vector.GetProperty("keys").EnumerateArray().Select(one => allKeys.GetProperty(one.GetString())).ToList();
            if (keys.Any(key => Statements.Text(key, "crv") == "Ed25519"))
            {
                Console.WriteLine($"{name}: not checked, .NET has no Ed25519");
                continue;
            }
            var trust = new Trust { Issuer = Statements.Text(data, "issuer"), Product = Statements.Text(data, "product"), Keys = keys, Sandbox = vector.TryGetProperty("sandbox", out _) };
            JsonElement expected = vector.GetProperty("expected");
            (string state, string why) seen = Seen(vector, Statements.Text(vector, "token"), trust, jkt);
            all += 1;
            if (seen == (Statements.Text(expected, "state"), Statements.Text(expected, "why"))) right += 1;
            else Console.WriteLine($"{name}: expected {expected}, saw {seen}");
        }
        Console.WriteLine($"{right} of {all} vectors");
        return all - right;
    }

    private static (string state, string why) Seen(JsonElement vector, string token, Trust trust, string jkt)
    {
        try
        {
            if (Statements.Text(vector, "request") is string request)
            {
                Statements.ReadRefusal(token, trust, jkt, request);
                return ("refused", null);
            }
            JsonElement lease = Statements.ReadLease(token, trust, jkt);
            return (Statements.StateAt(lease, Statements.Whole(vector, "floor") ?? 0, Statements.Whole(vector, "mark") ?? 0, Statements.Whole(vector, "now").Value), null);
        }
        catch (Refused refused)
        {
            return (null, refused.Message);
        }
    }

    public static async Task<int> Main(string[] args)
    {
        if (args.Length == 2 && args[0] == "vectors") return Check(args[1]) > 0 ? 1 : 0;
        if (args.Length >= 4 && args[0] == "run") return await Run(args[1], args[2], args[3], args.Skip(4).Contains("--sandbox"));
        Console.Error.WriteLine("vectors FILE | run SERVER ISSUER FOLDER [--sandbox]");
        return 2;
    }
}
