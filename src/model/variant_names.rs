//! The names of the variants of an enum, written beside them. A derive macro would do the same for two more crates in every build.

/// An enum whose variants have names, with the constants `ALL` and `NAMES` and the functions `name` and `from_name`.
macro_rules! variant_names {
    (
        $(#[$attribute:meta])*
        pub enum $enum:ident { $($(#[$doc:meta])* $variant:ident = $name:literal),+ $(,)? }
    ) => {
        $(#[$attribute])*
        pub enum $enum { $($(#[$doc])* $variant,)+ }

        impl $enum {
            /// Every variant, in their order.
            pub const ALL: [$enum; [$($name),+].len()] = [$($enum::$variant),+];

            /// The names, in this order.
            pub const NAMES: [&'static str; [$($name),+].len()] = [$($name),+];

            /// The name, as JSON, settings and the database have it.
            pub const fn name(self) -> &'static str {
                match self {
                    $($enum::$variant => $name,)+
                }
            }

            /// The variant with this name.
            pub fn from_name(name: &str) -> Option<$enum> {
                match name {
                    $($name => Some($enum::$variant),)+
                    _ => None,
                }
            }
        }
    };
}
pub(in crate::model) use variant_names;

#[cfg(test)]
mod tests {
    variant_names! {
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Size {
            Small = "small",
            Large = "very-large",
        }
    }

    #[test]
    fn every_variant_is_found_by_its_name() {
        assert_eq!(Size::ALL, [Size::Small, Size::Large]);
        assert_eq!(Size::NAMES, ["small", "very-large"]);
        assert_eq!(Size::ALL.map(Size::name), Size::NAMES);
        assert_eq!(Size::ALL.map(|size| Size::from_name(size.name())), Size::ALL.map(Some));
        assert_eq!(Size::from_name("large"), None);
    }
}
