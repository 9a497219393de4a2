import Foundation

/// What an app read in May 2021: written by hand after one recording, as one does.
struct HomePage: Codable {
    let code: Int
    let data: PageData
    let message: String

    struct PageData: Codable {
        let cursor: String?
        let blocks: [Block]
        let hasMore: Bool
        let pageConfig: PageConfig
    }

    struct PageConfig: Codable {
        let refreshInterval: Int
        let title: String?
        let fullscreen: Bool
        let homepageMode: String
    }
}

struct Block: Codable {
    let blockCode: Code
    let showType: String
    let title: Title?
    let creatives: [Creative]?
    let extInfo: ExtInfo?
    let canClose: Bool

    enum Code: String, Codable {
        case banner = "HOMEPAGE_BANNER"
        case playlists = "HOMEPAGE_BLOCK_PLAYLIST_RCMD"
        case style = "HOMEPAGE_BLOCK_STYLE_RCMD"
        case videos = "HOMEPAGE_MUSIC_MLOG"
        case yourPlaylists = "HOMEPAGE_BLOCK_MGC_PLAYLIST"
        case calendar = "HOMEPAGE_MUSIC_CALENDAR"
        case officialPlaylists = "HOMEPAGE_BLOCK_OFFICIAL_PLAYLIST"
        case newAlbums = "HOMEPAGE_BLOCK_NEW_ALBUM_NEW_SONG"
        case voices = "HOMEPAGE_VOICELIST_RCMD"
        case podcasts = "HOMEPAGE_PODCAST24"
        case videoPlaylists = "HOMEPAGE_BLOCK_VIDEO_PLAYLIST"
    }

    enum CodingKeys: String, CodingKey {
        case blockCode, showType, creatives, extInfo, canClose
        case title = "uiElement"
    }
}

struct Title: Codable {
    let subTitle: Text?
    let mainTitle: Text?
    let button: Button?

    struct Text: Codable {
        let title: String
    }

    struct Button: Codable {
        let action: URL
        let actionType: String
        let text: String
        let iconUrl: URL?
    }
}

struct Creative: Codable {
    let creativeType: String
    let creativeId: String?
    let resources: [Resource]?
    let position: Int
}

struct Resource: Codable {
    let uiElement: Face
    let resourceType: String
    let resourceId: String
    let resourceExtInfo: Details?
    let action: String
    let valid: Bool

    struct Face: Codable {
        let mainTitle: Title.Text
        let image: Image
        let labelTexts: [String]?
    }

    struct Image: Codable {
        let imageUrl: URL
    }

    struct Details: Codable {
        let playCount: Int?
        let artists: [Artist]?
        let songData: Song?
    }
}

final class Artist: Codable {
    let id: Int
    let name: String
    let alias: [String]?
}

struct Song: Codable {
    let id: Int
    let name: String
    let duration: Int
    let album: Album

    struct Album: Codable {
        let id: Int
        let picUrl: URL
        let onSale: Bool
    }
}

/// What the blocks without creatives hold: banners in an object, or a list of videos.
enum ExtInfo: Codable {
    case banners([Banner])
    case videos([Video])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let banners = try? container.decode(Banners.self) {
            self = .banners(banners.banners)
        } else {
            self = .videos(try container.decode([Video].self))
        }
    }

    struct Banners: Codable {
        let banners: [Banner]
    }

    struct Banner: Codable {
        let bannerId: String
        let pic: URL
    }

    struct Video: Codable {
        let id: String
    }
}
